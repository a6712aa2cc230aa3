import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import { UncertainCommitError, type PendingWrite } from '../../pending-write.ts';
import { existsAlready } from '../../storage/exists-already.ts';
import { fileParts } from '../../storage/file-parts.ts';
import type { ObjectWrite } from '../../storage/storage-driver.ts';
import { isUncertain, statusOf } from './s3-errors.ts';

/** S3 allows 10,000 parts of 5 MiB to 5 GiB. A part is in memory while it is sent. */
const PARTS = { partBytes: 16 * 1024 * 1024, maxParts: 10_000 };

interface S3Object {
  readonly Bucket: string;
  readonly Key: string;
}

/**
 * Uploads a file in parts, of which S3 shows nothing before they are completed. A killed process leaves
 * parts: a lifecycle rule of the bucket removes them.
 */
export async function writeS3Object(
  client: S3Client,
  Bucket: string,
  write: ObjectWrite,
): Promise<PendingWrite> {
  const object: S3Object = { Bucket, Key: write.path };
  await checkAbsent(client, object, write);
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
  const upload = { ...object, UploadId };
  const abort = async (): Promise<void> => {
    await client.send(new AbortMultipartUploadCommand(upload));
  };
  try {
    const Parts = await sendParts(client, upload, write.file);
    return {
      commit: async () => {
        try {
          await checkAbsent(client, object, write);
          await complete(client, { ...upload, MultipartUpload: { Parts } }, write);
        } catch (error) {
          // The error of the commit is the one that helps; the parts of a failed abort stay invisible.
          await abort().catch(() => undefined);
          throw error;
        }
      },
      rollback: abort,
    };
  } catch (error) {
    await abort().catch(() => undefined);
    throw error;
  }
}

interface Upload extends S3Object {
  readonly UploadId: string | undefined;
}

async function sendParts(
  client: S3Client,
  upload: Upload,
  file: string,
): Promise<readonly CompletedPart[]> {
  const sent: CompletedPart[] = [];
  for await (const { number: PartNumber, body: Body } of fileParts(file, PARTS)) {
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
    sent.push({ PartNumber, ETag });
  }
  return sent;
}

async function complete(
  client: S3Client,
  upload: Upload & { readonly MultipartUpload: { readonly Parts: readonly CompletedPart[] } },
  { mode, path }: ObjectWrite,
): Promise<void> {
  const Parts = [...upload.MultipartUpload.Parts];
  const condition = mode === 'error' ? { IfNoneMatch: '*' } : {};
  const input = { ...upload, MultipartUpload: { Parts }, ...condition };
  try {
    await client.send(new CompleteMultipartUploadCommand(input));
  } catch (error) {
    if (isUncertain(error)) throw new UncertainCommitError(error);
    // 409: another writer of the object finished at the same time.
    const isTaken = mode === 'error' && [409, 412].includes(statusOf(error) ?? 0);
    throw isTaken ? existsAlready(path) : error;
  }
}

/** Not every server knows the condition of `complete`, and a known conflict should not cost an upload. */
async function checkAbsent(
  client: S3Client,
  object: S3Object,
  { mode, path }: ObjectWrite,
): Promise<void> {
  if (mode === 'overwrite') return;
  try {
    await client.send(new HeadObjectCommand(object));
  } catch (error) {
    if (statusOf(error) === 404) return;
    throw error;
  }
  throw existsAlready(path);
}
