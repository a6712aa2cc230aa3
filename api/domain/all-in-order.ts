/**
 * Waits for all of the work that was begun.
 * @returns the values, in order
 * @throws the reason of the first failure in order, whichever failed first in time
 */
export async function allInOrder<T extends readonly unknown[]>(begun: {
  readonly [K in keyof T]: Promise<T[K]>;
}): Promise<T> {
  const settled = await Promise.allSettled(begun);
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return settled.map((each) => (each.status === 'fulfilled' ? each.value : undefined)) as never;
}
