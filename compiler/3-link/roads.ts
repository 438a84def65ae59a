// The ways out that a check on secrets has to know of, from the definitions of the mounted services.
import type { Roads } from '#grader/ways-out.ts';
import type { Office } from '../types.ts';

/** Reading tools that ask outside of the house, and fields whose records go along with what is sent. What there is none of has no key. */
export function roadsOf({ services }: Pick<Office, 'services'>): Roads {
  const outward = services.flatMap(({ name, tools }) =>
    Object.entries(tools).flatMap(([tool, definition]) => ('outward' in definition && definition.outward ? [`${name}.${tool}`] : [])),
  );
  const mounted = new Set(services.flatMap(({ name, collections }) => Object.keys(collections).map((one) => `${name}.${one}`)));
  const along = services.flatMap(({ name, collections }) =>
    Object.entries(collections).flatMap(([collection, { fields }]) =>
      Object.entries(fields).flatMap(([field, { goes_along: goesAlong, to = '' }]) =>
        goesAlong && mounted.has(to) ? [[`${name}.${collection}.${field}`, to] as const] : [],
      ),
    ),
  );
  return { ...(outward.length > 0 && { outward }), ...(along.length > 0 && { along: Object.fromEntries(along) }) };
}
