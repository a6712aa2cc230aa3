import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../domain/errors.ts';
import { isArrowName } from '../../domain/file-format.ts';
import { readTail, readHead } from '../text/file-chunks.ts';
import type { FormatFacts, FormatRequest } from '../ingest-request.ts';
import { arrowKindOf } from './arrow-to-parquet.ts';
import type { ParquetAnswer } from './parquet-child.ts';
import { DAMAGED, readerFault } from './reader-fault.ts';
import { readerMemoryLimit, watchMemory } from './reader-memory.ts';

const MAGIC = 'PAR1';
const CHILD = fileURLToPath(new URL('./parquet-child.ts', import.meta.url));

/**
 * Reads Parquet, and Arrow files and streams: every type becomes one of the five (dates datetime, zoned datetimes UTC, decimals float,
 * durations seconds, times text, lists and structs JSON text, integers beyond 64 bits text).
 * A damaged file can abort the library's whole process, so a child process reads it.
 * @param memoryLimit of the child process, by the size of the file
 * @throws UserError when the file is damaged, unpacks to more than the limit or has a column that cannot
 *   be read; its cause is what the library said
 */
export async function ingestParquet(
  request: FormatRequest,
  memoryLimit = readerMemoryLimit,
): Promise<FormatFacts> {
  const isArrow = (await arrowKindOf(request.path)) !== null;
  if (!isArrow) await refuseOtherContent(request);
  const limit = memoryLimit((await stat(request.path)).size);
  const answer = await convertInChild(request, { isArrow, limit }).finally(() =>
    // A child that is killed leaves it.
    rm(`${request.dataPath}.arrow`, { force: true }),
  );
  if ('rows' in answer) {
    return { rowCount: answer.rows, parseOptions: null, keptAsCopy: isArrow };
  }
  if (answer.namesCulprit) throw new UserError(`${request.fileName}: ${answer.reason}`);
  // Of Arrow the library words its own types rather than what is wrong.
  const damage = isArrow ? DAMAGED : (answer.reason.split('\n')[0] ?? '');
  const reason = readerFault({ isArrow, said: answer.reason }) ?? damage;
  throw unreadable(request.fileName, isArrow, { reason, cause: new Error(answer.reason) });
}

async function refuseOtherContent({ path, fileName }: FormatRequest): Promise<void> {
  const { size } = await stat(path);
  const head = await readHead(path, MAGIC.length);
  const tail = await readTail(path, MAGIC.length);
  if (size < 3 * MAGIC.length || head.toString('latin1') !== MAGIC) {
    throw new UserError(`${fileName} is not ${titleOf(isArrowName(fileName))} file.`);
  }
  if (tail.toString('latin1') !== MAGIC) {
    throw new UserError(`${fileName} is not a whole Parquet file: its end is missing.`);
  }
}

function convertInChild(
  { path, dataPath, fileName }: FormatRequest,
  { isArrow, limit }: { readonly isArrow: boolean; readonly limit: number },
): Promise<ParquetAnswer> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [CHILD, path, dataPath], (error, output, said) => {
      watch.stop();
      if (error === null) {
        resolve(JSON.parse(output) as ParquetAnswer);
        return;
      }
      const fault = readerFault({ isArrow, said, signal: error.signal ?? null }) ?? DAMAGED;
      const reason = watch.hasExceeded ? tooMuchMemory(limit) : fault;
      reject(unreadable(fileName, isArrow, { reason, cause: error }));
    });
    const watch = watchMemory(child, limit);
    child.on('error', reject);
  });
}

function tooMuchMemory(limit: number): string {
  const mebibytes = Math.floor(limit / 2 ** 20);
  return `it unpacks to more than ${mebibytes} MiB of memory, the limit for a file of its size. Split it, or write it in smaller batches or row groups`;
}

function unreadable(
  fileName: string,
  isArrow: boolean,
  { reason, cause }: { readonly reason: string; readonly cause: Error },
): UserError {
  return new UserError(`${fileName} cannot be read as ${titleOf(isArrow)} file: ${reason}.`, {
    cause,
  });
}

function titleOf(isArrow: boolean): string {
  return isArrow ? 'an Arrow' : 'a Parquet';
}
