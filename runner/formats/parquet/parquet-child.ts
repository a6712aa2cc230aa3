import pl from '../../engines/polars/library.ts';
import { UserError } from '../../domain/errors.ts';
import { rm } from 'node:fs/promises';
import { arrowKindOf, arrowToParquet } from './arrow-to-parquet.ts';
import { convertParquet } from './convert-parquet.ts';

/*
 * A process of its own that converts one Parquet or Arrow file: `node parquet-child.ts SOURCE TARGET`.
 * It answers one line of JSON, a ParquetAnswer. It ends when its standard input does, so that it
 * does not outlive the process that asked.
 */

/** What the child tells. `reason` is shown to the user. */
export type ParquetAnswer =
  { readonly rows: number } | { readonly reason: string; readonly namesCulprit: boolean };

async function answer(): Promise<ParquetAnswer> {
  const [, , path = '', dataPath = ''] = process.argv;
  try {
    const kind = await arrowKindOf(path);
    if (kind === null) return { rows: await convertParquet(pl, path, dataPath) };
    const parquet = `${dataPath}.arrow`;
    try {
      await arrowToParquet(pl, { path, kind }, parquet);
      return { rows: await convertParquet(pl, parquet, dataPath) };
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
process.stdout.write(JSON.stringify(await answer()), () => {
  process.exit(0);
});
