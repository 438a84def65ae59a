// Business partners: customers and suppliers, what is sold to them, what was paid, and what was said and done with them.
import { customers } from './crm/customers.ts';
import { history } from './crm/history.ts';
import { sales } from './crm/sales.ts';
import { work } from './crm/work.ts';
import { defineService } from './types.ts';

export const crm = defineService({
  name: 'crm',
  title: 'CRM',
  about:
    'Customer relationship management: customers and suppliers with their master data and people, deals, contracts and tasks, payment history and activity history.',
  collections: { ...customers.collections, ...sales.collections, ...history.collections, ...work.collections },
  tools: { ...customers.tools, ...sales.tools, ...history.tools, ...work.tools },
});
