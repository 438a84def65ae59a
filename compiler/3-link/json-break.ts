// Where a text stops being JSON. `JSON.parse` says so in words that differ from one version of Node to the next, if at all.

export interface JsonBreak {
  /** From 1, in characters. */
  readonly line: number;
  readonly column: number;
  /** `a value`: what should have stood there. */
  readonly expected: string;
}

type Expecting = 'a value' | 'a value or "]"' | 'a name in double quotes' | 'a name in double quotes or "}"' | '":"' | '"," or the end';

/** The first place where the text cannot go on as JSON; undefined where it is JSON. */
export function jsonBreak(text: string): JsonBreak | undefined {
  const open: ('{' | '[')[] = [];
  let expecting: Expecting = 'a value';
  const closing = () => (open.at(-1) === '{' ? '"}"' : '"]"');
  const missing = () => (expecting !== '"," or the end' ? expecting : open.length === 0 ? 'nothing more' : `"," or ${closing()}`);
  const token = new RegExp(TOKEN, 'uy');
  const space = /[ \t\n\r]*/y;
  for (let at = 0; ; ) {
    space.lastIndex = at;
    space.test(text);
    const start = space.lastIndex;
    const isWhole: boolean = open.length === 0 && expecting === '"," or the end';
    if (start === text.length) return isWhole ? undefined : placeOf(text, start, missing());
    token.lastIndex = start;
    const [found = ''] = token.exec(text) ?? [];
    const next: Expecting | undefined = isWhole ? undefined : after(found, expecting, open);
    if (next === undefined) return placeOf(text, start, missing());
    expecting = next;
    at = start + found.length;
  }
}

const TOKEN =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/u;

/** What may come after a token that was expected; undefined where it was not. Keeps account of what is open. */
function after(token: string, expecting: Expecting, open: ('{' | '[')[]): Expecting | undefined {
  switch (expecting) {
    case 'a value':
    case 'a value or "]"':
      if (token === '{') {
        open.push('{');
        return 'a name in double quotes or "}"';
      }
      if (token === '[') {
        open.push('[');
        return 'a value or "]"';
      }
      if (token === ']' && expecting === 'a value or "]"') {
        open.pop();
        return '"," or the end';
      }
      return /^["\w-]/.test(token) ? '"," or the end' : undefined;
    case 'a name in double quotes':
    case 'a name in double quotes or "}"':
      if (token === '}' && expecting === 'a name in double quotes or "}"') {
        open.pop();
        return '"," or the end';
      }
      return token.startsWith('"') ? '":"' : undefined;
    case '":"':
      return token === ':' ? 'a value' : undefined;
    case '"," or the end':
      if (token === ',') return open.at(-1) === '{' ? 'a name in double quotes' : 'a value';
      if (token !== (open.at(-1) === '{' ? '}' : ']')) return undefined;
      open.pop();
      return '"," or the end';
  }
}

function placeOf(text: string, at: number, expected: string): JsonBreak {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n'), expected };
}
