import { defineFileNode } from './file-node.ts';

export const parquetOutput = defineFileNode({
  id: 'parquetOutput',
  label: 'Parquet Output',
  shown: 'a Parquet file',
  format: 'parquet',
});
