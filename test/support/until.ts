/**
 * Looks again and again until there is something to see.
 * @returns what `look` saw at last
 * @throws Error when it still saw nothing (null or false) after `withinMs`
 */
export async function until<T>(
  look: () => T | null | false | Promise<T | null | false>,
  withinMs = 15_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== false) return seen;
    if (performance.now() > deadline) throw new Error('What was waited for does not come');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
