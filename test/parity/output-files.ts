import { readFile } from 'node:fs/promises';
import pl from '../../runner/engines/polars/pinned/library.ts';
import type { FileFormat } from '../../runner/domain/file-format.ts';
import { ingestFile } from '../../runner/formats/ingest.ts';
import { readTable, type ReadTable } from './table-file.ts';

/** The outputs of a flow by node id. */
export interface OutputTables {
  readonly tables: Readonly<Record<string, ReadTable>>;
  /** Outputs that are text files. */
  readonly texts: Readonly<Record<string, string>>;
}

/** A file that an output node wrote. */
export interface WrittenOutput {
  readonly id: string;
  readonly format: FileFormat;
  readonly path: string;
}

/** Reads Parquet and Excel as tables, other formats as text. */
export async function readOutputs(files: readonly WrittenOutput[]): Promise<OutputTables> {
  const tables: Record<string, ReadTable> = {};
  const texts: Record<string, string> = {};
  for (const { id, format, path } of files) {
    if (format === 'parquet') tables[id] = readTable(path);
    else if (format === 'excel') tables[id] = await readExcel(path);
    else texts[id] = await readFile(path, 'utf8');
  }
  return { tables, texts };
}

async function readExcel(path: string): Promise<ReadTable> {
  const dataPath = `${path}.data.parquet`;
  const request = { path, fileName: 'out.xlsx', format: 'excel', options: {}, pl } as const;
  await ingestFile({ ...request, dataPath, rewrittenPath: `${path}.rewritten` });
  return { ...readTable(dataPath), hasTypes: false };
}
