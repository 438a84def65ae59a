// Money: what came and went, what is owed, what people spent, what may be spent, and who agreed to it.
import { control } from './finance/control.ts';
import { expenses } from './finance/expenses.ts';
import { invoices } from './finance/invoices.ts';
import { payments } from './finance/payments.ts';
import { transactions } from './finance/transactions.ts';
import { defineService } from './types.ts';

export const finance = defineService({
  name: 'finance',
  title: 'Finance',
  about:
    'Accounting: bank accounts and their transactions, invoices, vendors and payments to them, expense reports, budgets and approvals.',
  collections: {
    ...transactions.collections,
    ...invoices.collections,
    ...payments.collections,
    ...expenses.collections,
    ...control.collections,
  },
  tools: { ...transactions.tools, ...invoices.tools, ...payments.tools, ...expenses.tools, ...control.tools },
});
