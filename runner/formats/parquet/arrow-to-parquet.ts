import { readFile, stat } from 'node:fs/promises';
import type pl from 'nodejs-polars';
import { UserError } from '../../domain/errors.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { readHead } from '../text/file-chunks.ts';
import { refuseCutStream } from './arrow-stream-end.ts';

export type ArrowKind = 'file' | 'stream';

/** The first bytes of a file with a footer, also named Feather version 2, and of a stream of messages. */
const FILE_MAGIC = 'ARROW1';
const STREAM_MAGIC = '\u00ff\u00ff\u00ff\u00ff';
/** What is held in memory as a whole: beside the bytes there are the columns made of them. */
const MAX_BYTES_IN_MEMORY = 2 ** 30;
const TOO_LARGE: Readonly<Record<ArrowKind, string>> = {
  stream: 'an Arrow stream can have at most 1 GiB. Write it as an Arrow file or as Parquet.',
  file: 'an Arrow file at a path with * ? [ ] { or } can have at most 1 GiB. Write it as Parquet.',
};
const PATTERN = /[*?[\]{}]/;

/** @returns null when the file is no Arrow file, as far as its first bytes tell */
export async function arrowKindOf(path: string): Promise<ArrowKind | null> {
  const head = (await readHead(path, FILE_MAGIC.length)).toString('latin1');
  if (head === FILE_MAGIC) return 'file';
  return head.startsWith(STREAM_MAGIC) ? 'stream' : null;
}

/**
 * Writes an Arrow file as Parquet of the same types. A stream, which has no index, is held in memory
 * as a whole, and so is a file whose path looks like a pattern.
 * @throws UserError without the file's name, of a stream that was cut or is too large; Error as the library words it
 *   for a damaged file
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
    refuseCutStream(bytes);
    return polars.readIPCStream(bytes).lazy();
  }
  // A scan takes the path for a pattern, and has no option against it.
  if (PATTERN.test(path)) return polars.readIPC(await readWhole(path, kind)).lazy();
  return polars.scanIPC(path);
}

async function readWhole(path: string, kind: ArrowKind): Promise<Buffer> {
  const { size } = await stat(path);
  if (size > MAX_BYTES_IN_MEMORY) throw new UserError(TOO_LARGE[kind]);
  return await readFile(path);
}
