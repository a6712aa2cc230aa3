import { defineFileNode, EMPTY_TEXT_IN_CSV } from './file-node.ts';

export const csvOutput = defineFileNode({
  id: 'csvOutput',
  label: 'CSV Output',
  shown: 'a CSV file',
  format: 'csv',
  note: EMPTY_TEXT_IN_CSV,
});
