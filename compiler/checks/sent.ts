// `sent`: something left the house, to the right person and about the right thing.
import type { Json } from '#grader/evidence/types.ts';
import { oneOrMore, written, z } from '../shapes.ts';
import type { Template } from '../types.ts';
import { defineCheck } from './kind.ts';

export const sent = defineCheck({
  kind: 'sent',
  about:
    'Met when the agent sent something through the service to that addressee (in any field) that names every record of `names.just` and no other of `names.out_of`. Anything sent to the same addressee about another record of `out_of` fails it, unless another item of the same check asks for it; and so does saying it again: nobody may get such a message twice, or more than two that differ. Where a field has to tell (`tells`) a time or an amount, nor may they get another such message that tells another, but for one before it, which it corrects.',
  keys: {
    sent: z.string().describe('A service that sends, such as mail'),
    to: written.optional().describe('Addressee, or a matcher'),
    has: z
      .record(z.string(), written)
      .optional()
      .describe('Field of what was sent to value or matcher; a phrase that a text has to contain may not only be denied there'),
    names: z
      .strictObject({ just: written, out_of: written, by: oneOrMore.optional() })
      .optional()
      .describe(
        'The records that its texts must name, those among which it must name no other, and fields whose values are names beside the ids',
      ),
    at_most: z
      .string()
      .optional()
      .describe('The most such messages that one addressee may get, alike or not; when absent each once, and two that differ'),
  },
  restraint: false,
  statement: true,
  link: (linker) => {
    const collection = linker.sender('sent');
    if (collection === undefined) return undefined;
    const params: { [key: string]: Template } = { service: collection.slice(0, collection.indexOf('.')) };
    const to = linker.keys.to === undefined ? undefined : linker.matcher({ type: 'address', about: 'Addressee.' }, 'to');
    if (linker.keys.to !== undefined) {
      if (to === undefined) return undefined;
      params.to = to;
    }
    if (linker.keys.has !== undefined) {
      const has = linker.fields(collection, 'has');
      if (has === undefined) return undefined;
      params.has = has;
    }
    if (linker.keys.names !== undefined) {
      const just = linker.recordIds('names', 'just');
      const outOf = linker.recordIds('names', 'out_of');
      if (just === undefined || outOf === undefined) return undefined;
      const also = linker.derived('also', (item, all) => {
        const siblings = all.filter((other) => other !== item && sameValue(to, item, other));
        return [...new Set(siblings.flatMap((other) => valuesOf(just, other)))].filter((id) => !valuesOf(just, item).includes(id)).sort();
      });
      const asked = linker.keys.names;
      const named = typeof asked === 'object' && !Array.isArray(asked) && 'by' in asked;
      const by = named
        ? linker.naming(
            ['names', 'by'],
            [
              ['names', 'just'],
              ['names', 'out_of'],
            ],
          )
        : undefined;
      if (named && by === undefined) return undefined;
      params.names = { just, out_of: outOf, also, ...(by !== undefined && { by }) };
    }
    const { has } = params;
    if (has !== undefined && JSON.stringify(has).includes('"tells":')) {
      // What is told rightly in the message of another item does not contradict this one's.
      const others = linker.derivedUnless([], 'others', (item, all) => {
        const siblings = all.filter((other) => sameValue(to, item, other) && !sameValue(has, item, other));
        return siblings.map((other) => resolve(has, other) as Json);
      });
      if (others !== undefined) params.others = others;
    }
    if (linker.keys.at_most !== undefined) {
      const most = linker.wholeNumber('at_most');
      if (most === 0) return linker.contradiction('at_most', 'at_most: 0, under which nothing may be sent');
      return most === undefined ? undefined : { ...params, at_most: most };
    }
    // Where items ask for the same message to the same addressee, each of them may have its own.
    const { also: _, ...asked } = (params.names ?? {}) as { readonly [key: string]: Template };
    const wanted: Template = { to: to ?? null, has: params.has ?? null, names: asked };
    const times = linker.derivedUnless(1, 'times', (item, all) => all.filter((other) => sameValue(wanted, item, other)).length);
    return times === undefined ? params : { ...params, times };
  },
});

type Row = { readonly [slot: string]: unknown };

/** Whether something of two items of `each` is the same, such as the addressee: a literal is the same for all. */
function sameValue(template: Template | undefined, a: Row, b: Row): boolean {
  return JSON.stringify(resolve(template ?? null, a)) === JSON.stringify(resolve(template ?? null, b));
}

function valuesOf(template: Template, row: Row): readonly string[] {
  const value = resolve(template, row);
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

function resolve(template: Template, row: Row): unknown {
  if (template === null || typeof template !== 'object') return template;
  if (Array.isArray(template)) return template.map((one) => resolve(one, row));
  if ('slot' in template && typeof template.slot === 'string') return row[template.slot];
  return Object.fromEntries(Object.entries(template).map(([key, one]) => [key, resolve(one, row)]));
}
