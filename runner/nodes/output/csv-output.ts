import { defineFileNode } from './file-node.ts';

export const csvOutput = defineFileNode({
  id: 'csvOutput',
  label: 'CSV Output',
  shown: 'a CSV file',
  format: 'csv',
});
