// Every mistake the compiler can report, in the order of the phases. Codes are permanent. A code is also the name of its
// page (docs/diagnostics/<code>.md, generated from `about`) and of its case (tests/cases/diagnostics/<code>/).

import { linkEntries } from './entries/link.ts';
import { parseEntries } from './entries/parse.ts';
import { proveEntries } from './entries/prove.ts';
import { serviceEntries } from './entries/service.ts';
import { validateEntries } from './entries/validate.ts';

/** One kind of mistake. `message` says what is wrong and why, `fix` what to do, `about` is its page in the docs. Arguments differ by entry. */
interface Entry {
  readonly message: (args: never) => string;
  readonly fix: (args: never) => string;
  readonly about: string;
}

export const catalogue = { ...parseEntries, ...validateEntries, ...serviceEntries, ...linkEntries, ...proveEntries } satisfies {
  readonly [code: string]: Entry;
};

export type Code = keyof typeof catalogue;

/** The arguments that the words of a code need. */
export type Args<C extends Code> = Parameters<(typeof catalogue)[C]['message']>[0] & Parameters<(typeof catalogue)[C]['fix']>[0];
