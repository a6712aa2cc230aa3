import type { Response } from 'express';

/**
 * Writes a JSON array batch by batch with backpressure, so that it never holds the whole response in memory
 * and never blocks other requests. It writes nothing before the first batch: an error until then gets an
 * error response, a later one closes the connection.
 * @param batches the JSON texts of the items
 */
export async function sendItems(
  response: Response,
  batches: AsyncIterable<readonly string[]>,
): Promise<void> {
  const waitForDrain = drainWaiter(response);
  let separator = '[';
  for await (const texts of batches) {
    if (response.destroyed) return;
    if (texts.length === 0) continue;
    if (separator === '[') response.setHeader('Content-Type', 'application/json; charset=utf-8');
    const canContinue = response.write(`${separator}${texts.join(',')}`);
    separator = ',';
    if (!canContinue) await waitForDrain();
  }
  if (response.destroyed) return;
  if (separator === '[') response.json([]);
  else response.end(']');
}

/**
 * Returns a function that waits until the response accepts more data or closes. It adds listeners once for
 * the whole response, since the compression moves them to another stream and cannot remove them.
 */
function drainWaiter(response: Response): () => Promise<void> {
  let wake: (() => void) | undefined;
  const notify = (): void => {
    wake?.();
  };
  response.on('drain', notify);
  response.on('close', notify);
  return () =>
    new Promise((resolve) => {
      wake = resolve;
      if (response.destroyed) resolve();
    });
}
