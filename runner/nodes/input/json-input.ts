import { defineDatasetNode } from './dataset-node.ts';

export const jsonInput = defineDatasetNode({
  id: 'jsonInput',
  label: 'JSON Input',
  shown: 'JSON or JSON Lines',
  formats: ['json', 'jsonl'],
});
