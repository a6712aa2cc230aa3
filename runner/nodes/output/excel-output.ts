import { defineFileNode } from './file-node.ts';

export const excelOutput = defineFileNode({
  id: 'excelOutput',
  label: 'Excel Output',
  shown: 'an Excel file',
  format: 'excel',
});
