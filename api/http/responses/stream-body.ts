import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { errorCode } from '../../../runner/domain/error-code.ts';

/**
 * Streams the body of an answer. A caller that goes away in the middle is nobody's mistake. When the body
 * breaks, the connection is cut, so that a part never looks like the whole.
 * @param through what the body goes through on its way, e.g. to take a range of it
 * @throws what broke the body, for the log
 */
export async function streamBody(
  response: Response,
  body: Readable,
  ...through: readonly Duplex[]
): Promise<void> {
  const cut = { isByBody: false };
  // A body that ends too early, without an error, closes before the response does.
  body.once('close', () => {
    cut.isByBody = !body.readableEnded && !response.destroyed;
  });
  try {
    await pipeline([body, ...through, response]);
  } catch (error) {
    const hasCallerGone = errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE' && !cut.isByBody;
    if (!hasCallerGone) throw error;
  }
}
