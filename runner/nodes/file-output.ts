import { z } from 'zod';
import { oneOfMessage } from './rules/one-of-message.ts';
import { hasOnlyNameCharacters, MAX_DATASET_NAME_LENGTH } from '../domain/dataset-name.ts';
import { FILE_FORMATS } from '../domain/file-format.ts';
import { DATAFRAME_IN, defineNode } from './definition.ts';

export const fileOutput = defineNode({
  kind: 'output',
  id: 'fileOutput',
  label: 'File Output',
  category: 'output',
  description:
    'Writes the rows to a file that can be downloaded, and registers it as a dataset if a name is given.',
  inputs: [DATAFRAME_IN],
  outputs: [],
  defaultConfig: { format: 'csv', dataset_name: '' },
  config: z.object({
    format: z.enum(FILE_FORMATS, { error: oneOfMessage({ values: FILE_FORMATS }) }),
    dataset_name: z
      .string('must be text')
      .trim()
      .max(MAX_DATASET_NAME_LENGTH, `must have at most ${MAX_DATASET_NAME_LENGTH} characters`)
      .refine(hasOnlyNameCharacters, 'must have no control characters')
      .nullable()
      .transform((name) => name ?? ''),
  }),
  fields: [
    {
      key: 'format',
      label: 'Format',
      type: 'select',
      required: true,
      default: 'csv',
      options: FILE_FORMATS,
      help: 'The format of the file.',
    },
    {
      key: 'dataset_name',
      label: 'Dataset name',
      type: 'string',
      required: false,
      default: '',
      help: 'The name of the dataset to register. Empty: the file is kept with the run only.',
    },
  ],
});
