import type { BlockBlobClient, ContainerClient } from '@azure/storage-blob';
import { randomUUID } from 'node:crypto';
import { UserError } from '../../../domain/errors.ts';
import { UncertainCommitError, type PendingWrite } from '../../pending-write.ts';
import { existsAlready } from '../../storage/exists-already.ts';
import { fileParts } from '../../storage/file-parts.ts';
import type { ObjectWrite } from '../../storage/storage-driver.ts';
import { codeOf, statusOf } from './azure-errors.ts';

/** Azure allows 50,000 blocks of up to 4000 MiB. A block is in memory while it is sent. */
const BLOCKS = { partBytes: 16 * 1024 * 1024, maxParts: 50_000 };

/** Why a blob that had to be new was there: before the commit, or at the same time. */
const TAKEN: ReadonlySet<string> = new Set(['BlobAlreadyExists', 'ConditionNotMet']);

/**
 * Stages a file as blocks, of which Azure shows nothing before their list is committed. Azure removes
 * blocks that nobody commits within a week.
 */
export async function writeBlob(
  container: ContainerClient,
  write: ObjectWrite,
): Promise<PendingWrite> {
  const blob = container.getBlockBlobClient(write.path);
  await checkAbsent(blob, write);
  const blocks = await stage(blob, write.file);
  return {
    commit: async () => {
      await checkAbsent(blob, write);
      await commit(blob, blocks, write);
    },
    rollback: () => undefined,
  };
}

/** @returns the names of the blocks, in order */
async function stage(blob: BlockBlobClient, file: string): Promise<readonly string[]> {
  // Writers of a blob share its uncommitted blocks, so each write has names of its own, all of one length.
  const id = randomUUID();
  const names: string[] = [];
  for await (const { number, body } of fileParts(file, BLOCKS)) {
    // An empty blob has no blocks, and Azure stages no empty one.
    if (body.length === 0) continue;
    const name = Buffer.from(`${id}-${String(number).padStart(5, '0')}`).toString('base64');
    await blob.stageBlock(name, body, body.length);
    names.push(name);
  }
  return names;
}

async function commit(
  blob: BlockBlobClient,
  blocks: readonly string[],
  write: ObjectWrite,
): Promise<void> {
  const condition = write.mode === 'error' ? { conditions: { ifNoneMatch: '*' } } : {};
  try {
    await blob.commitBlockList([...blocks], condition);
  } catch (error) {
    // The answer of an attempt may have been lost, and the next one met its result.
    const isDone = await isCommitted(blob, blocks);
    if (isDone !== true) throw await failureOf(error, { blob, write, isKnown: isDone === false });
  }
}

interface FailedCommit {
  readonly blob: BlockBlobClient;
  readonly write: ObjectWrite;
  /** Whether the server says that the blob is another one. */
  readonly isKnown: boolean;
}

/** What a failed commit means, of which nobody has seen the result. */
async function failureOf(error: unknown, { blob, write, isKnown }: FailedCommit): Promise<unknown> {
  if ((statusOf(error) ?? 0) >= 500) return new UncertainCommitError(error);
  const code = codeOf(error) ?? '';
  const isTaken = write.mode === 'error' && TAKEN.has(code);
  if (!isTaken && code !== 'InvalidBlockList') return error;
  if (!isKnown) return new UncertainCommitError(error);
  if (isTaken) return existsAlready(write.path);
  // The commit of another writer removes the blocks of all others.
  await checkAbsent(blob, write);
  return new UserError(
    `another write of ${JSON.stringify(write.path)} was committed meanwhile. Run the flow again to replace it`,
  );
}

/** Whether a blob consists of the blocks of this write, whose names no other write has. Null: the server does not say. */
async function isCommitted(
  blob: BlockBlobClient,
  blocks: readonly string[],
): Promise<boolean | null> {
  if (blocks.length === 0) return false;
  try {
    const { committedBlocks = [] } = await blob.getBlockList('committed');
    return committedBlocks.map(({ name }) => name).join() === blocks.join();
  } catch (error) {
    // The error of the commit is the one that helps.
    return codeOf(error) === 'BlobNotFound' ? false : null;
  }
}

/** A known conflict should not cost an upload. */
async function checkAbsent(blob: BlockBlobClient, { mode, path }: ObjectWrite): Promise<void> {
  if (mode === 'error' && (await blob.exists())) throw existsAlready(path);
}
