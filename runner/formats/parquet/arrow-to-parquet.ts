import { readFile, stat } from 'node:fs/promises';
import type pl from 'nodejs-polars';
import { UserError } from '../../domain/errors.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { readHead } from '../text/file-chunks.ts';
import { requireEndMark } from './require-end-mark.ts';

export type ArrowKind = 'file' | 'stream';

/** Magic bytes of an Arrow file (Feather version 2) and of an Arrow stream. */
const FILE_MAGIC = 'ARROW1';
const STREAM_MAGIC = '\u00ff\u00ff\u00ff\u00ff';
/** Maximum size of a file that is read into memory; the columns take additional memory. */
const MAX_BYTES_IN_MEMORY = 2 ** 30;
const TOO_LARGE: Readonly<Record<ArrowKind, string>> = {
  stream: 'an Arrow stream can have at most 1 GiB. Write it as an Arrow file or as Parquet.',
  file: 'an Arrow file at a path with * ? [ ] { or } can have at most 1 GiB. Write it as Parquet.',
};
const PATTERN = /[*?[\]{}]/;

/** @returns the kind of Arrow file by its first bytes, or null */
export async function arrowKindOf(path: string): Promise<ArrowKind | null> {
  const head = (await readHead(path, FILE_MAGIC.length)).toString('latin1');
  if (head === FILE_MAGIC) return 'file';
  return head.startsWith(STREAM_MAGIC) ? 'stream' : null;
}

/**
 * Converts an Arrow file to Parquet of the same types. Reads a stream, or a file whose path looks like a
 * pattern, into memory.
 * @throws UserError without the file's name when a stream is truncated or too large
 * @throws Error from the library when the file is damaged
 */
export async function arrowToParquet(
  polars: PolarsLibrary,
  { path, kind }: { readonly path: string; readonly kind: ArrowKind },
  target: string,
): Promise<void> {
  const table = await openTable(polars, path, kind);
  await table.sinkParquet(target, { compression: 'lz4' }).collect();
}

async function openTable(
  polars: PolarsLibrary,
  path: string,
  kind: ArrowKind,
): Promise<pl.LazyDataFrame> {
  if (kind === 'stream') {
    const bytes = await readWhole(path, kind);
    requireEndMark(bytes);
    return polars.readIPCStream(bytes).lazy();
  }
  // A scan expands the path as a pattern, and no option disables it.
  if (PATTERN.test(path)) return polars.readIPC(await readWhole(path, kind)).lazy();
  return polars.scanIPC(path);
}

async function readWhole(path: string, kind: ArrowKind): Promise<Buffer> {
  const { size } = await stat(path);
  if (size > MAX_BYTES_IN_MEMORY) throw new UserError(TOO_LARGE[kind]);
  return await readFile(path);
}
