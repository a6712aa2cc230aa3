import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { errorCode } from '../../../runner/domain/error-code.ts';

/**
 * Streams the body of a response. A client that disconnects is not an error. When the body fails, the
 * connection is closed, so that a partial response never looks complete.
 * @param through transforms of the body, e.g. a slice
 * @throws the error of the body
 */
export async function streamBody(
  response: Response,
  body: Readable,
  ...through: readonly Duplex[]
): Promise<void> {
  const premature = { isBody: false };
  // A body that closes early without an error closes before the response.
  body.once('close', () => {
    premature.isBody = !body.readableEnded && !response.destroyed;
  });
  try {
    await pipeline([body, ...through, response]);
  } catch (error) {
    const isDisconnect = errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE' && !premature.isBody;
    if (!isDisconnect) throw error;
  }
}
