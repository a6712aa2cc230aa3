import { defineDatasetNode } from './dataset-node.ts';

export const csvInput = defineDatasetNode({
  id: 'csvInput',
  label: 'CSV Input',
  shown: 'CSV or TSV',
  formats: ['csv', 'tsv'],
});
