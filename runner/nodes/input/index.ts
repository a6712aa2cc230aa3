import type { AnyNode } from '../definition.ts';
import { csvInput } from './csv-input.ts';
import { excelInput } from './excel-input.ts';
import { fileInput } from './file-input.ts';
import { jsonInput } from './json-input.ts';
import { parquetInput } from './parquet-input.ts';
import { sqlInput } from './sql-input.ts';
import { storageInput } from './storage-input.ts';
import { textInput } from './text-input.ts';

/** The node types of the category `input`. */
export const inputNodes: readonly AnyNode[] = [
  csvInput,
  excelInput,
  fileInput,
  jsonInput,
  parquetInput,
  sqlInput,
  storageInput,
  textInput,
];
