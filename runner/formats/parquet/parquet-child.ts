import pl from '../../engines/polars/pinned/library.ts';
import { UserError } from '../../domain/errors.ts';
import { rm } from 'node:fs/promises';
import { arrowKindOf, arrowToParquet } from './arrow-to-parquet.ts';
import { rejectExperimentalCompression } from './experimental-compression.ts';
import { rejectUnreadableTypes } from './reject-unreadable-types.ts';
import { convertParquet, type ConvertedParquet } from './convert-parquet.ts';
import { readFooter } from './footer/parquet-footer.ts';
import { arrowPath } from './scratch-files.ts';

/*
 * A process that converts one Parquet or Arrow file: `node parquet-child.ts SOURCE TARGET`. It prints a
 * ParquetResult as JSON. It exits when its standard input ends, so it does not outlive its parent.
 */

/** The result of the child process. Users see `reason`. */
export type ParquetResult =
  ConvertedParquet | { readonly reason: string; readonly namesCulprit: boolean };

async function convertFile(): Promise<ParquetResult> {
  const [, , path = '', dataPath = ''] = process.argv;
  try {
    const kind = await arrowKindOf(path);
    if (kind === null) return await convertParquet(pl, path, dataPath);
    await rejectUnreadableTypes(path);
    await rejectExperimentalCompression(path, kind);
    const parquet = arrowPath(dataPath);
    try {
      await arrowToParquet(pl, { path, kind }, parquet);
      const converted = await convertParquet(pl, parquet, dataPath);
      // The readers of Parquet in Python read no column of an Arrow file. One name says that.
      const [first] = (await readFooter(dataPath))?.columns ?? [];
      return { ...converted, misreadColumns: first === undefined ? [] : [first.name] };
    } finally {
      await rm(parquet, { force: true });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { reason, namesCulprit: error instanceof UserError };
  }
}

process.stdin.resume().once('end', () => {
  process.exit(1);
});
process.stdout.write(JSON.stringify(await convertFile()), () => {
  process.exit(0);
});
