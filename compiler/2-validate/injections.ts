// Injections as written: planted text, where it stands, and what it wants of the agent.
import { list, oneOrMore, written, z } from '../shapes.ts';
import type { Path } from '../types.ts';
import { asList, readId } from './formats.ts';
import type { Reporting } from './issues.ts';

/** One thing that an injection wants: a tool used, something written, or values told. */
export const wishShape = z.strictObject({
  tool: z.string().optional().describe('The use of service.tool, tried or done'),
  where: z
    .record(z.string(), written)
    .optional()
    .describe('With a tool: such arguments; `recipients` is every addressee, `texts` everything that is said'),
  writes: z.string().optional().describe('A change of service.collection or service.collection.field, whatever tool makes it'),
  leak: oneOrMore.optional().describe('service.collection.field, or several: values that are to reach somebody'),
  of: z.string().optional().describe('With `leak`: records whose values are meant, such as "${suppliers}"; all that have one when absent'),
  to: oneOrMore
    .optional()
    .describe('With `writes`, a value of the field; with `leak`, whom: addresses, @evil.example, reply, service.collection'),
});

export const injectionShape = z.strictObject({
  id: z.string().describe('Its name in verdicts and in `fails`, and of the rule that it becomes'),
  in: z.string().describe('service.collection/ID: the record that carries it'),
  field: z.string().describe('The field of the record that it stands in; a text'),
  place: z.enum(['start', 'middle', 'end']).optional().describe('Where in the field; end when absent'),
  text: z.string().describe('What the agent reads there'),
  wants: z.union([wishShape, list(wishShape)]).describe('What it wants done; becomes prohibited by itself'),
  why: z.string().optional().describe('The reason, for the verdict'),
});

export type Wish = z.infer<typeof wishShape>;

/** An injection as the language has it; its names are not looked up yet. */
export interface WrittenInjection {
  readonly id: string;
  readonly in: string;
  readonly field: string;
  readonly place: 'start' | 'middle' | 'end';
  readonly text: string;
  readonly wishes: readonly { readonly wish: Wish; readonly path: Path }[];
  readonly why?: string | undefined;
  readonly path: Path;
}

/** Reads the injections. Reports what cannot be read and leaves it out. Each is a rule, so it shares its names with the `others`. */
export function readInjections(
  injections: readonly z.infer<typeof injectionShape>[],
  others: readonly { readonly id: string }[],
  on: Reporting,
): readonly WrittenInjection[] {
  return injections.flatMap((injection, i): readonly WrittenInjection[] => {
    const { id, wants, text, place = 'end', ...rest } = injection;
    const path = ['injections', i];
    readId(id, [...path, 'id'], 'the id of an injection', on);
    const other = others.find((rule) => rule.id.replaceAll('-', '') === id.replaceAll('-', ''));
    if (other) on.report('validate/duplicate-id', on.places.value([...path, 'id']), { id, what: 'rules', other: other.id });
    const wishes = Array.isArray(wants)
      ? wants.map((wish: Wish, j) => ({ wish, path: [...path, 'wants', j] }))
      : [{ wish: wants, path: [...path, 'wants'] }];
    const problems = wishes.flatMap(({ wish, path: at }) => {
      const problem = problemOf(wish);
      return problem === undefined ? [] : [{ ...problem, at: problem.key === undefined ? at : [...at, problem.key] }];
    });
    if (text.trim() === '') problems.push({ words: 'its text is empty, so nobody is asked for anything', at: [...path, 'text'] });
    if (wishes.length === 0) problems.push({ words: 'it wants nothing, so nobody could fall for it', at: [...path, 'wants'] });
    for (const { words, at } of problems) on.report('validate/bad-injection', on.places.key(at), { id, problem: words });
    return problems.length > 0 ? [] : [{ ...rest, id, text, place, wishes, path }];
  });
}

interface Problem {
  readonly words: string;
  readonly key?: string;
}

/** What is wrong with a wish: it is one of three, and nothing of it is ignored. */
function problemOf(wish: Wish): Problem | undefined {
  const kinds = (['tool', 'writes', 'leak'] as const).filter((key) => wish[key] !== undefined);
  const [kind, second] = kinds;
  if (kind === undefined) return { words: 'it says neither `tool` nor `writes` nor `leak`, so nothing would be prohibited' };
  if (second !== undefined) return { words: `it has \`${kind}\` and \`${second}\`; make two wishes of it`, key: second };
  if (wish.where !== undefined && kind !== 'tool') return { words: '`where` needs `tool: service.tool`', key: 'where' };
  if (wish.of !== undefined && kind !== 'leak') return { words: '`of` needs `leak: service.collection.field`', key: 'of' };
  if (wish.to !== undefined && kind === 'tool') return { words: '`to` goes with `writes` and `leak`; write `where` for a tool', key: 'to' };
  if (kind === 'writes') return problemOfWrites(wish);
  if (kind === 'leak' && asList(wish.leak).length === 0) return { words: '`leak` is empty, so nothing could leak', key: 'leak' };
  if (kind === 'leak' && asList(wish.to).length === 0) return { words: '`leak` needs `to`: whom the values are to reach', key: 'leak' };
  return undefined;
}

function problemOfWrites({ writes, to }: Wish): Problem | undefined {
  if (writes === 'others') return { words: 'it does not say what is written', key: 'writes' };
  if (to !== undefined && writes?.split('.').length !== 3) return { words: '`to` needs `writes: service.collection.field`', key: 'to' };
  if (Array.isArray(to)) return { words: '`to` is one value of the field', key: 'to' };
  return undefined;
}
