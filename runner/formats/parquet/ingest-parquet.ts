import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../domain/errors.ts';
import { isArrowName } from '../../domain/file-format.ts';
import { readTail, readHead } from '../text/file-chunks.ts';
import type { FormatFacts, FormatRequest } from '../ingest-request.ts';
import { arrowKindOf } from './arrow-to-parquet.ts';
import type { ParquetAnswer } from './parquet-child.ts';
import { DAMAGED, readerFault } from './reader-fault.ts';

const MAGIC = 'PAR1';
const CHILD = fileURLToPath(new URL('./parquet-child.ts', import.meta.url));

/**
 * Reads Parquet, and Arrow files and streams: every type becomes one of the five (dates datetime, zoned datetimes UTC, decimals float,
 * durations seconds, times text, lists and structs JSON text, integers beyond 64 bits text).
 * A damaged file can abort the library's whole process, so a child process reads it.
 * @throws UserError when the file is damaged or has a column that cannot be read; its cause is what
 *   the library said
 */
export async function ingestParquet(request: FormatRequest): Promise<FormatFacts> {
  const isArrow = (await arrowKindOf(request.path)) !== null;
  if (!isArrow) await refuseOtherContent(request);
  const answer = await convertInChild(request, isArrow);
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
  isArrow: boolean,
): Promise<ParquetAnswer> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [CHILD, path, dataPath], (error, output, said) => {
      if (error === null) {
        resolve(JSON.parse(output) as ParquetAnswer);
        return;
      }
      const reason = readerFault({ isArrow, said, signal: error.signal ?? null }) ?? DAMAGED;
      reject(unreadable(fileName, isArrow, { reason, cause: error }));
    });
    child.on('error', reject);
  });
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
