import { defineDatasetNode } from './dataset-node.ts';

export const parquetInput = defineDatasetNode({
  id: 'parquetInput',
  label: 'Parquet Input',
  shown: 'Parquet',
  formats: ['parquet'],
});
