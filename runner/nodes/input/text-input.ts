import { defineDatasetNode } from './dataset-node.ts';

export const textInput = defineDatasetNode({
  id: 'textInput',
  label: 'Text Input',
  shown: 'text',
  formats: ['text'],
});
