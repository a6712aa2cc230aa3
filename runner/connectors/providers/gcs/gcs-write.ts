import type { PendingWrite } from '../../pending-write.ts';
import { existsAlready } from '../../storage/exists-already.ts';
import { fileParts } from '../../storage/file-parts.ts';
import type { ObjectWrite } from '../../storage/storage-driver.ts';
import type { GcsBucket } from './gcs-client.ts';
import { GcsError } from './gcs-http.ts';
import { CHUNK_UNIT, ResumableUpload, type UploadChunk } from './resumable-upload.ts';

/** A part is in memory while it is sent. An upload has any number of them. */
const PARTS = { partBytes: 16 * 1024 * 1024, maxParts: Infinity };

/**
 * Uploads a file except its end, which is less than 256 KiB and makes the object appear: the commit sends it.
 * Google forgets a session that nobody ends within a week.
 */
export async function writeGcsObject(bucket: GcsBucket, write: ObjectWrite): Promise<PendingWrite> {
  await checkAbsent(bucket, write);
  const condition = write.mode === 'error' ? { ifGenerationMatch: '0' } : {};
  const upload = await refusing(write, async () => {
    return new ResumableUpload(
      bucket,
      await bucket.startUpload({ name: write.path, ...condition }),
    );
  });
  const cancel = (): Promise<void> => upload.cancel();
  try {
    const end = await sendAllButEnd(upload, write.file);
    return {
      commit: async () => {
        try {
          await checkAbsent(bucket, write);
          await refusing(write, () => upload.send(end));
        } catch (error) {
          // The error of the commit is the one that helps; what a failed cancel leaves stays invisible.
          await cancel().catch(() => undefined);
          throw error;
        }
      },
      rollback: cancel,
    };
  } catch (error) {
    await cancel().catch(() => undefined);
    throw error;
  }
}

/** @returns the end of the file */
async function sendAllButEnd(upload: ResumableUpload, file: string): Promise<UploadChunk> {
  let start = 0;
  let end: Buffer = Buffer.alloc(0);
  // Only the last part is no multiple of the unit.
  for await (const { body } of fileParts(file, PARTS)) {
    const whole = body.length - (body.length % CHUNK_UNIT);
    end = Buffer.from(body.subarray(whole));
    if (whole === 0) continue;
    await upload.send({ start, body: body.subarray(0, whole), total: null });
    start += whole;
  }
  return { start, body: end, total: start + end.length };
}

/** Says that an object that had to be new is there. */
async function refusing<T>({ mode, path }: ObjectWrite, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTaken = mode === 'error' && error instanceof GcsError && error.status === 412;
    throw isTaken ? existsAlready(path) : error;
  }
}

/** A known conflict should not cost an upload. */
async function checkAbsent(bucket: GcsBucket, { mode, path }: ObjectWrite): Promise<void> {
  if (mode === 'overwrite') return;
  try {
    const answer = await bucket.request({ method: 'GET', object: path, query: { fields: 'name' } });
    answer.resume();
  } catch (error) {
    if (error instanceof GcsError && error.status === 404) return;
    throw error;
  }
  throw existsAlready(path);
}
