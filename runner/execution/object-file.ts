import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ObjectStorage } from '../connectors/storage/object-storage.ts';
import type { ListedObject } from '../connectors/storage/storage-driver.ts';
import { UserError } from '../domain/errors.ts';
import polars from '../engines/polars/pinned/library.ts';
import { writeCanonicalParquet } from '../formats/canonical-parquet.ts';
import { convertFile, type ConvertedFile } from '../formats/ingest.ts';
import { PARQUET_SCAN_OPTIONS } from '../formats/parquet-scan-options.ts';
import type { DiscoveredObject } from '../plan/operators/storage.ts';
import type { OneAtATime } from './one-at-a-time.ts';

/** An object as a Parquet file. */
export interface ObjectFile extends ConvertedFile {
  readonly path: string;
  /** See `ObjectStorage.download`. */
  readonly version: string;
}

/** What reading an object needs besides its path. */
export interface ObjectReads {
  readonly storage: ObjectStorage;
  readonly scratch: string;
  /** At most so many rows; null: all. */
  readonly maxRows: number | null;
  readonly signal: AbortSignal;
  /** Objects that are read at the same time share it. */
  readonly large: OneAtATime;
}

/** Some formats are read as a whole into memory, so two objects above it are not read at the same time. */
const LARGE_BYTES = 4 * 1024 ** 2;

/** Copies an object to the temporary files of the job, and reads it as an upload. @throws UserError */
export async function readObjectFile(
  { format, options }: Pick<DiscoveredObject, 'format' | 'options'>,
  { path: objectPath, version: known }: ListedObject,
  { storage, large, maxRows, scratch, signal }: ObjectReads,
): Promise<ObjectFile> {
  const base = path.join(scratch, randomUUID());
  const files = { packed: `${base}.gz`, plain: `${base}.object` };
  const isPacked = objectPath.toLowerCase().endsWith('.gz');
  try {
    const file = isPacked ? files.packed : files.plain;
    const version = await storage.download({
      path: objectPath,
      file,
      version: known,
      signal,
    });
    if (isPacked) await decompress(objectPath, files);
    const dataPath = `${base}.parquet`;
    const request = { path: files.plain, fileName: objectPath, format, options };
    const convert = (): Promise<ConvertedFile> => convertFile({ ...request, dataPath, pl: polars });
    const isLarge = (await stat(files.plain)).size > LARGE_BYTES;
    signal.throwIfAborted();
    const whole = await (isLarge ? large.run(convert, signal) : convert());
    return { ...whole, ...(await limitRows(whole, maxRows, dataPath)), path: dataPath, version };
  } finally {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
  }
}

/** A compressed object of a few MB could fill the disk of the runner. */
const MAX_INFLATED_BYTES = 16 * 1024 ** 3;

/** @param maxBytes for tests */
export async function decompress(
  name: string,
  { packed, plain }: { readonly packed: string; readonly plain: string },
  maxBytes = MAX_INFLATED_BYTES,
): Promise<void> {
  const gunzip = createGunzip();
  const errors: unknown[] = [];
  gunzip.once('error', (error) => errors.push(error));
  let bytes = 0;
  async function* bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(name, maxBytes);
      yield chunk;
    }
  }
  try {
    await pipeline(createReadStream(packed), gunzip, bounded, createWriteStream(plain));
  } catch (error) {
    if (error instanceof UserError || !errors.includes(error)) throw error;
    throw new UserError(`${name} ends in .gz, but it is no whole gzip file.`, { cause: error });
  }
}

function tooLarge(name: string, maxBytes: number): UserError {
  return new UserError(
    `${name} has more than ${maxBytes} bytes when it is decompressed. Split the file, or store it as Parquet.`,
  );
}

/** Keeps the first rows. All rows were read before, since all cells of a column determine its type. */
async function limitRows(
  { rowCount, warnings }: ConvertedFile,
  maxRows: number | null,
  file: string,
): Promise<Pick<ConvertedFile, 'rowCount' | 'warnings'>> {
  if (maxRows === null || rowCount <= maxRows) return { rowCount, warnings };
  const whole = `${file}.whole`;
  await rename(file, whole);
  await writeCanonicalParquet(polars.scanParquet(whole, PARQUET_SCAN_OPTIONS).head(maxRows), file);
  await rm(whole);
  const bound = `The preview has the first ${maxRows} of ${rowCount} rows.`;
  return { rowCount: maxRows, warnings: [...warnings, bound] };
}
