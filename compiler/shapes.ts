// The pieces that shapes of the language are made of. The only importer of zod in the compiler.
import { z } from 'zod';

/** Text, or lists and mappings of it: whatever a type converts later. */
export type Written = string | readonly Written[] | { readonly [key: string]: Written };

export const written: z.ZodType<Written> = z.lazy(() => z.union([z.string(), z.array(written), z.record(z.string(), written)]));

export const list = <T extends z.ZodType>(item: T) => z.array(item);

/** `[a, b]` or just `a`. */
export const oneOrMore = z.union([z.string(), list(z.string())]);

export { z };
