import type { BlockBlobClient, ContainerClient } from '@azure/storage-blob';
import { randomUUID } from 'node:crypto';
import { UserError } from '../../../domain/errors.ts';
import type { PendingWrite } from '../../pending-write.ts';
import { existsAlready } from '../../storage/exists-already.ts';
import { fileParts } from '../../storage/file-parts.ts';
import type { ObjectWrite } from '../../storage/storage-driver.ts';
import { codeOf } from './azure-errors.ts';

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
    const code = codeOf(error) ?? '';
    // The answer of an attempt may have been lost, and the next one met its result.
    if (await isCommitted(blob, blocks)) return;
    if (write.mode === 'error' && TAKEN.has(code)) throw existsAlready(write.path);
    if (code !== 'InvalidBlockList') throw error;
    // The commit of another writer removes the blocks of all others.
    await checkAbsent(blob, write);
    throw new UserError(
      `another write of ${JSON.stringify(write.path)} was committed meanwhile. Run the flow again to replace it`,
    );
  }
}

/** Whether a blob consists of the blocks of this write, whose names no other write has. */
async function isCommitted(blob: BlockBlobClient, blocks: readonly string[]): Promise<boolean> {
  if (blocks.length === 0) return false;
  try {
    const { committedBlocks = [] } = await blob.getBlockList('committed');
    return committedBlocks.map(({ name }) => name).join() === blocks.join();
  } catch {
    // The error of the commit is the one that helps.
    return false;
  }
}

/** A known conflict should not cost an upload. */
async function checkAbsent(blob: BlockBlobClient, { mode, path }: ObjectWrite): Promise<void> {
  if (mode === 'error' && (await blob.exists())) throw existsAlready(path);
}
