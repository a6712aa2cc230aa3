import type { AnyNode } from '../definition.ts';
import { csvOutput } from './csv-output.ts';
import { excelOutput } from './excel-output.ts';
import { fileOutput } from './file-output.ts';
import { parquetOutput } from './parquet-output.ts';
import { sqlOutput } from './sql-output.ts';
import { storageOutput } from './storage-output.ts';

/** The node types of the category `output`. */
export const outputNodes: readonly AnyNode[] = [
  csvOutput,
  excelOutput,
  fileOutput,
  parquetOutput,
  sqlOutput,
  storageOutput,
];
