// `each: list as name`: one scope per item of a list that is fixed when the scenario is compiled.
import type { Path } from '../types.ts';
import type { LinkContext } from './context.ts';
import { itemType, type Scope } from './expressions.ts';
import { typeInWords } from './values.ts';

/** What facts and the variables of `each` may be called. */
export const namingRule =
  'Use letters, digits and _, starting with a lower-case letter; not the name of a service, nor a word that expressions know (now, in, list, string …).';

/** One scope per item of the list, with the item under its name; undefined after reporting why there are none. */
export function eachScopes(
  each: { readonly list: string; readonly as: string },
  path: Path,
  context: LinkContext,
  scope: Scope,
): readonly Scope[] | undefined {
  if (!context.expressions.mayBeNamed(each.as)) {
    context.report('validate/bad-id', context.places.within(path, each.list.length + 1, Number.MAX_SAFE_INTEGER), {
      id: each.as,
      what: 'a name after `as`',
      rule: namingRule,
    });
    return undefined;
  }
  const list = context.expressions.evaluate(each.list, { path, offset: 0 }, scope);
  if (!list) return undefined;
  const item = itemType(list.type);
  if (item === undefined || !Array.isArray(list.value)) {
    const hint = 'Name a list, such as a fact made with filter.';
    context.report('link/wrong-type', context.places.within(path, 0, each.list.length), {
      found: typeInWords(list.type),
      expected: 'a list',
      hint,
    });
    return undefined;
  }
  if (list.value.length === 0) {
    context.report('link/empty-list', context.places.within(path, 0, each.list.length), { expression: each.list });
    return undefined;
  }
  return list.value.map((value: unknown) => new Map([...scope, [each.as, { type: item, value }]]));
}
