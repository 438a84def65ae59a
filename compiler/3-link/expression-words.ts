// What the CEL library says of an expression, in words for authors.
import { functionForms } from './functions.ts';
import { asWritten } from './numbers.ts';

/** `no such overload: google.protobuf.Duration > int` → `there is no "duration > int"`. */
export function overloadInWords(summary: string): string {
  const plain = asWritten(summary).replace(/google\.protobuf\.(\w+)/g, (_, name: string) => name.toLowerCase());
  return plain
    .replace(/^no such overload: (.*)$/i, 'there is no "$1"')
    .replace(/^found no matching overload for '(.*)'$/i, 'there is no function $1');
}

/** `Expected RPAREN, got IDENTIFIER` → `expected ), got a name`. */
export function tokensInWords(summary: string): string {
  const words = summary.replace(/\b[A-Z]{3,}\b/g, (token) => tokens[token] ?? token);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** What to do about types that do not fit. */
export function typeHint(summary: string): string {
  if (/Duration/.test(summary) && /\bint\b/.test(summary)) return 'Write durations as duration("48h") or days(2).';
  if (summary.includes('Timestamp') && summary.includes('string'))
    return 'A day is a text: compare it with "2026-03-31" or date(now); a time is compared with now.';
  if (summary.includes('== null')) return 'Test for an absent field with has(x.field).';
  if (summary.includes('overload for')) return `Functions there are: ${functionForms.join(', ')}.`;
  return 'Compare and combine values of the same type.';
}

const tokens: { readonly [token: string]: string } = {
  EOF: 'the end',
  IDENTIFIER: 'a name',
  NUMBER: 'a number',
  STRING: 'a text',
  LPAREN: '(',
  RPAREN: ')',
  LBRACKET: '[',
  RBRACKET: ']',
  LBRACE: '{',
  RBRACE: '}',
  COMMA: 'a comma',
  DOT: 'a dot',
  COLON: 'a colon',
};
