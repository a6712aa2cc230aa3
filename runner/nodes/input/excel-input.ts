import { defineDatasetNode } from './dataset-node.ts';

export const excelInput = defineDatasetNode({
  id: 'excelInput',
  label: 'Excel Input',
  shown: 'Excel',
  formats: ['excel'],
});
