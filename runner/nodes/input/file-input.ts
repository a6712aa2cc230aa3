import { FILE_FORMATS } from '../../domain/file-format.ts';
import { defineNode } from '../definition.ts';
import { selectField } from '../form.ts';
import { DATASET_FIELDS } from './dataset-node.ts';

export const fileInput = defineNode({
  id: 'fileInput',
  label: 'File Input',
  category: 'input',
  description: 'Reads an uploaded dataset: the given version, or the latest.',
  form: {
    ...DATASET_FIELDS,
    format: selectField('Format', FILE_FORMATS, {
      default: 'csv',
      nullMeans: 'absent',
      emptyIsAbsent: true,
      help: 'The source_type of the dataset, which is also the default; a run with another format fails.',
    }),
  },
  lower: (_config, inputs) => inputs.one(),
});
