import type { Response } from 'express';

/**
 * Writes a JSON array batch by batch, as fast as the caller takes it, so that neither the whole answer
 * is in memory nor other requests wait for it. Nothing is written before the first batch is there: a
 * failure until then has its own answer, a later one cuts the connection.
 * @param batches each the JSON texts of some items
 */
export async function sendItems(
  response: Response,
  batches: AsyncIterable<readonly string[]>,
): Promise<void> {
  const drained = drains(response);
  let separator = '[';
  for await (const texts of batches) {
    if (response.destroyed) return;
    if (texts.length === 0) continue;
    if (separator === '[') response.setHeader('Content-Type', 'application/json; charset=utf-8');
    const goesOn = response.write(`${separator}${texts.join(',')}`);
    separator = ',';
    if (!goesOn) await drained();
  }
  if (response.destroyed) return;
  if (separator === '[') response.json([]);
  else response.end(']');
}

/**
 * Waits until more can be written, or nobody reads any more. It listens once for the whole answer:
 * what compresses it passes listeners on to another stream, and none of them back.
 */
function drains(response: Response): () => Promise<void> {
  let wake: (() => void) | undefined;
  const settle = (): void => {
    wake?.();
  };
  response.on('drain', settle);
  response.on('close', settle);
  return () =>
    new Promise((resolve) => {
      wake = resolve;
      if (response.destroyed) resolve();
    });
}
