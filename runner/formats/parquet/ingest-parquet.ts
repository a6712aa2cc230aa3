import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { UserError } from '../../domain/errors.ts';
import { isArrowName } from '../../domain/file-format.ts';
import { programFile } from '../../programs/program-file.ts';
import { readTail, readHead } from '../text/file-chunks.ts';
import type { FormatResult, FormatRequest } from '../ingest-request.ts';
import { arrowKindOf } from './arrow-to-parquet.ts';
import type { ParquetResult } from './parquet-child.ts';
import { DAMAGED, readerFailureReason } from './reader-failure.ts';
import { readerMemoryLimit, watchMemory } from './reader-memory.ts';
import { scratchFilesOf } from './scratch-files.ts';

const MAGIC = 'PAR1';
/** What other files of columns begin with, and what they are. */
const OTHER_CONTENT: readonly (readonly [magic: string, sentence: string])[] = [
  [
    'FEA1',
    ' It is a Feather file of version 1, which Arrow replaced: read it with pandas.read_feather, and write it with to_parquet.',
  ],
  ['ORC', ' It is an ORC file: read it with pandas.read_orc, and write it with to_parquet.'],
  [
    'Obj\u0001',
    ' It is an Avro file: read it with polars.read_avro, and write it with write_parquet.',
  ],
];
const CHILD = programFile('runner/formats/parquet/parquet-child.ts');

/**
 * Ingests Parquet, and Arrow files and streams, converting every type to a column type. Dates become
 * datetimes, zoned datetimes UTC, decimals floats or integers, durations seconds, times text, lists and structs JSON
 * text, and integers beyond 64 bits text. A child process reads the file, because a damaged file can
 * abort the library's whole process.
 * @param memoryLimit maximum memory of the child process in bytes, by the size of the file
 * @throws UserError when the file is damaged, exceeds the memory limit or has an unsupported column; its
 *   cause is the library's error
 */
export async function ingestParquet(
  request: FormatRequest,
  memoryLimit = readerMemoryLimit,
): Promise<FormatResult> {
  const isArrow = (await arrowKindOf(request.path)) !== null;
  if (!isArrow) await rejectOtherContent(request);
  const limit = memoryLimit((await stat(request.path)).size);
  const answer = await convertInChild(request, { isArrow, limit }).finally(() =>
    // A killed child process leaves these files behind.
    Promise.all(scratchFilesOf(request.dataPath).map((file) => rm(file, { force: true }))),
  );
  if ('rows' in answer) {
    const { rows: rowCount, warnings, misreadColumns } = answer;
    const facts = { rowCount, warnings, parseOptions: null, keptAsCopy: isArrow };
    // The columnar copy, which replaces an Arrow file, is regular.
    const irregularities = isArrow ? [] : answer.irregularities;
    return { ...facts, irregularities, misreadColumns };
  }
  if (answer.namesCulprit) throw new UserError(`${request.fileName}: ${answer.reason}`);
  // For Arrow files, messages of the library name internal types.
  const damage = isArrow ? DAMAGED : (answer.reason.split('\n')[0] ?? '');
  const reason = readerFailureReason({ output: answer.reason }) ?? damage;
  throw unreadableFileError(request.fileName, isArrow, { reason, cause: new Error(answer.reason) });
}

async function rejectOtherContent({ path, fileName }: FormatRequest): Promise<void> {
  const { size } = await stat(path);
  const head = await readHead(path, MAGIC.length);
  const tail = await readTail(path, MAGIC.length);
  if (size < 3 * MAGIC.length || head.toString('latin1') !== MAGIC) {
    const found = OTHER_CONTENT.find(([magic]) => head.toString('latin1').startsWith(magic));
    throw new UserError(
      `${fileName} is not ${titleOf(isArrowName(fileName))} file.${found?.[1] ?? ''}`,
    );
  }
  if (tail.toString('latin1') !== MAGIC) {
    throw new UserError(`${fileName} is not a whole Parquet file: its end is missing.`);
  }
}

function convertInChild(
  { path, dataPath, fileName }: FormatRequest,
  { isArrow, limit }: { readonly isArrow: boolean; readonly limit: number },
): Promise<ParquetResult> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [CHILD, path, dataPath],
      (error, output, errorOutput) => {
        watch.stop();
        if (error === null) {
          resolve(JSON.parse(output) as ParquetResult);
          return;
        }
        const signal = error.signal ?? null;
        const failure = readerFailureReason({ output: errorOutput, signal }) ?? DAMAGED;
        const reason = watch.hasExceeded ? memoryReason(limit) : failure;
        reject(unreadableFileError(fileName, isArrow, { reason, cause: error }));
      },
    );
    const watch = watchMemory(child, limit);
    child.on('error', reject);
  });
}

function memoryReason(limit: number): string {
  const mebibytes = Math.floor(limit / 2 ** 20);
  return `it unpacks to more than ${mebibytes} MiB of memory, the limit for a file of its size. Split it, or write it in smaller batches or row groups`;
}

function unreadableFileError(
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
