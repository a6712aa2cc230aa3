import { z } from 'zod';
import { hasOnlyNameCharacters, MAX_DATASET_NAME_LENGTH } from '../../domain/dataset-name.ts';
import { FILE_FORMATS } from '../../domain/file-format.ts';
import { defineNode } from '../definition.ts';
import { selectField, textField } from '../form.ts';

const datasetName = z
  .string('must be text')
  .trim()
  .max(MAX_DATASET_NAME_LENGTH, `must have at most ${MAX_DATASET_NAME_LENGTH} characters`)
  .refine(hasOnlyNameCharacters, 'must have no control characters')
  .nullable()
  .transform((name) => name ?? '');

export const fileOutput = defineNode({
  id: 'fileOutput',
  label: 'File Output',
  category: 'output',
  description:
    'Writes the rows to a file that can be downloaded, and registers it as a dataset if a name is given.',
  form: {
    format: selectField('Format', FILE_FORMATS, {
      required: true,
      default: 'csv',
      help: 'The format of the file.',
    }),
    dataset_name: textField('Dataset name', datasetName, {
      default: '',
      help: 'The name of the dataset to register. Empty: the file is kept with the run only.',
    }),
  },
  lower: ({ format, dataset_name: name }, inputs) =>
    inputs.one().sink({ format, datasetName: name }),
});
