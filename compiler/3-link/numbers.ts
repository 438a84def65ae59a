// Texts that become numbers in expressions: `int(text)`, `uint(text)` and `double(text)`. The CEL library takes an empty text for 0,
// `0b11` for 3 and `NaN` for a number. A cell that somebody left empty or spoilt would count as something without a word, so the calls
// are sent to functions of our own, which read decimal numbers and nothing else.
import type { ASTNode } from './expressions.ts';
import type { FunctionRegistry } from './functions.ts';

export type NumberFunction = 'int' | 'uint' | 'double';

export interface NumberMeans {
  /** What the library makes of a value; throws where it cannot. */
  readonly convert: (name: NumberFunction, value: unknown) => unknown;
  /** The error to throw for a text that holds no such number. */
  readonly failure: (name: NumberFunction, text: string) => Error;
}

const forms: { readonly [name in NumberFunction]: RegExp } = {
  int: /^[+-]?\d+$/,
  uint: /^\+?\d+$/,
  double: /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i,
};

/** The types beside texts that the library makes such numbers of. */
const others: { readonly [name in NumberFunction]: readonly string[] } = {
  int: ['int', 'double'],
  uint: ['uint', 'int', 'double'],
  double: ['double', 'int', 'uint'],
};

const names = Object.keys(forms) as readonly NumberFunction[];

/** Adds what the calls are sent to. */
export function addNumbers(env: Pick<FunctionRegistry, 'registerFunction'>, { convert, failure }: NumberMeans): void {
  for (const name of names) {
    for (const type of others[name]) env.registerFunction(`${strict(name)}(${type}): ${name}`, (value: unknown) => convert(name, value));
    env.registerFunction(`${strict(name)}(string): ${name}`, (text: string) => {
      if (!forms[name].test(text)) throw failure(name, text);
      try {
        return convert(name, text);
      } catch {
        throw failure(name, text);
      }
    });
  }
}

/**
 * Does something with a parsed expression while its calls of `int`, `uint` and `double` lead to our functions; afterwards they are called
 * again as they are written. The library looks functions up when it checks types, and not again.
 */
export function withStrictNumbers<Result>(nodes: readonly ASTNode[], act: () => Result): Result {
  const calls = nodes.flatMap((node) => (node.op === 'call' ? [node.args as unknown as [string, readonly ASTNode[]]] : []));
  const ours = calls.filter(([name, args]) => isNumberFunction(name) && args.length === 1);
  for (const call of ours) call[0] = strict(call[0]);
  try {
    return act();
  } finally {
    for (const call of ours) call[0] = call[0].slice(0, -strictly.length);
  }
}

/** A message of the library with the names as they are written. */
export function asWritten(message: string): string {
  return message.replace(new RegExp(`\\b(${names.join('|')})${strictly}\\(`, 'g'), '$1(');
}

/** What is wrong with a text that was to become a number. `argument` is how the expression says it. */
export function noNumberInWords(name: NumberFunction, text: string, argument: string): { readonly problem: string; readonly hint: string } {
  const what = name === 'double' ? 'number' : 'whole number';
  const call = `${name}(${argument})`;
  const none = name === 'double' ? '0.0' : name === 'uint' ? '0u' : '0';
  if (text === '') {
    const hint = `Say what an empty text counts for, \`${argument} == "" ? ${none} : ${call}\`, or leave such records out before.`;
    return { problem: `${call} meets an empty text, which is no ${what}.`, hint };
  }
  if (forms[name].test(text)) return { problem: `${call} meets ${text}, which is too large.`, hint: 'Compare such numbers as texts.' };
  const blank = text.trim() === '';
  const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
  return {
    problem: `${call} meets ${shown}, which is ${blank ? 'white space and ' : ''}no ${what}.`,
    hint: blank
      ? 'Empty the text in the record, and say what an empty one counts for; or leave such records out before.'
      : `${name === 'double' ? 'Numbers are written like -1234.5' : 'Whole numbers are digits only, such as 1234'}: correct the record, or leave such records out before.`,
  };
}

const strictly = '_of';

function strict(name: string): string {
  return `${name}${strictly}`;
}

function isNumberFunction(name: string): name is NumberFunction {
  return (names as readonly string[]).includes(name);
}
