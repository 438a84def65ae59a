// Comparisons that can never be true: to CEL enums and days are texts like any other, so a slip in one makes a quietly empty fact.
import { isDate } from '#workspace/times.ts';
import type { Report } from '../diagnostics/collect.ts';
import type { Span } from '../diagnostics/types.ts';
import type { Office } from '../types.ts';
import { type ASTNode, checkedType, visit } from './expressions.ts';

export interface ComparisonsInput {
  readonly report: Report;
  readonly span: (range: { start: number; end: number }) => Span;
  readonly office: Office;
}

const orders: readonly string[] = ['==', '!=', '<', '<=', '>', '>='];

/** Reports enum fields compared with none of their values and days compared with no day. Gives the number reported. */
export function reportComparisons(ast: ASTNode, on: ComparisonsInput): number {
  let count = 0;
  const compare = (field: ASTNode, value: ASTNode) => {
    const declared = fieldOf(field, on.office);
    if (!declared || value.op !== 'value' || typeof value.args !== 'string') return;
    const { name, type, values } = declared;
    if (type === 'enum' && !values.includes(value.args)) {
      count++;
      on.report('link/expression-enum', on.span(value.range), { value: value.args, field: name, choices: values });
    } else if (type === 'date' && !isDate(value.args)) {
      count++;
      on.report('link/expression-date', on.span(value.range), { value: value.args, field: name });
    }
  };
  visit(ast, (node) => {
    if (orders.includes(node.op)) {
      const [left, right] = node.args as readonly [ASTNode, ASTNode];
      compare(left, right);
      compare(right, left);
    } else if (node.op === 'in' && node.args[1].op === 'list') {
      for (const item of node.args[1].args) compare(node.args[0], item);
    }
  });
  return count;
}

function fieldOf(node: ASTNode, office: Office): { name: string; type: string; values: readonly string[] } | undefined {
  if (node.op !== '.') return undefined;
  const [service, collection] = (checkedType(node.args[0]) ?? '').split('.');
  const field = office.services.find((s) => s.name === service)?.collections[collection ?? '']?.fields[node.args[1]];
  return field && { name: `${service}.${collection}.${node.args[1]}`, type: field.type, values: field.values ?? [] };
}
