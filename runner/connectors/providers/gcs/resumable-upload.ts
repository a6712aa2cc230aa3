import { UncertainCommitError } from '../../pending-write.ts';
import type { GcsBucket } from './gcs-client.ts';
import { errorOf, GcsError, INCOMPLETE, repeating } from './gcs-http.ts';

/** Bytes of a file that follow those that were sent. */
export interface UploadChunk {
  /** Offset in the file, in bytes. */
  readonly start: number;
  /** A multiple of `CHUNK_UNIT` bytes, unless it is the end of the file. */
  readonly body: Buffer;
  /** The size of the file, of which this is the end; null: more follows. */
  readonly total: number | null;
}

/** The server takes multiples of so many bytes before the end of a file. */
export const CHUNK_UNIT = 256 * 1024;

/** The server has some bytes of a file and wants more. */
const RESUME = 308;

/** A session of an upload. Its object appears when the end of the file has been sent. */
export class ResumableUpload {
  readonly #bucket: GcsBucket;
  readonly #session: URL;

  constructor(bucket: GcsBucket, session: URL) {
    this.#bucket = bucket;
    this.#session = session;
  }

  /**
   * Sends a chunk; after a failure that passes, what the server does not have of it.
   * @throws GcsError, or an error of the network; UncertainCommitError with it when the chunk is the end and the server
   *   may have taken it
   */
  async send(chunk: UploadChunk): Promise<void> {
    const end = chunk.start + chunk.body.length;
    const sending = { isUnanswered: false };
    const sendFrom = async (held: number): Promise<number | null> => {
      try {
        return await this.#sendFrom(chunk, held);
      } catch (error) {
        sending.isUnanswered = !(error instanceof GcsError && error.status < 500);
        throw error;
      }
    };
    try {
      await repeating(async (attempt) => {
        // After a failure, only the server knows what it has.
        const held = attempt === 1 ? chunk.start : await this.#exchange(range(chunk));
        sending.isUnanswered = false;
        const taken = held === null ? null : await sendFrom(held);
        const isDone = taken === null || (taken === end && chunk.total === null);
        if (!isDone) throw new GcsError(RESUME, INCOMPLETE);
      });
    } catch (error) {
      throw sending.isUnanswered && chunk.total !== null ? new UncertainCommitError(error) : error;
    }
  }

  /** Makes the server forget what was sent. */
  async cancel(): Promise<void> {
    const answer = await this.#bucket.sendOnce({ method: 'DELETE', url: this.#session });
    answer.resume();
  }

  async #sendFrom(chunk: UploadChunk, held: number): Promise<number | null> {
    const skipped = held - chunk.start;
    if (skipped < 0 || skipped > chunk.body.length) throw new GcsError(RESUME, 'lostData');
    return await this.#exchange(range(chunk, held), chunk.body.subarray(skipped));
  }

  /** @returns how many bytes of the file the server has; null: all, and the object is there */
  async #exchange(contentRange: string, body: Buffer = Buffer.alloc(0)): Promise<number | null> {
    const answer = await this.#bucket.sendOnce({
      method: 'PUT',
      url: this.#session,
      headers: { 'Content-Range': contentRange },
      body,
    });
    const { statusCode: status = 0, headers } = answer;
    if (status !== 200 && status !== 201 && status !== RESUME) throw await errorOf(answer);
    answer.resume();
    return status === RESUME ? heldBytes(headers.range) : null;
  }
}

/** What is sent from an offset on; without one, the question what the server has. */
function range({ start, body, total }: UploadChunk, from: number | null = null): string {
  const end = start + body.length;
  const sent = from === null || from === end ? '*' : `${from}-${end - 1}`;
  return `bytes ${sent}/${total ?? '*'}`;
}

/** @param text as `bytes=0-41`; absent: the server has nothing */
function heldBytes(text: string | string[] | undefined): number {
  if (text === undefined) return 0;
  const last = /^bytes=0-(\d{1,15})$/.exec(String(text))?.[1];
  if (last === undefined) throw new GcsError(RESUME, 'badRange');
  return Number(last) + 1;
}
