// Several things at once, none of which may go on unseen when another one fails.

/** All of them to their ends, also when one fails: nothing may be made behind the back of whoever cleans up. */
export async function together<const T extends readonly unknown[]>(work: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ended = await Promise.allSettled(work);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return (await Promise.all(work)) as { -readonly [K in keyof T]: Awaited<T[K]> };
}
