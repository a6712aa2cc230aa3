import { z } from 'zod';
import { oneOf } from './rules/one-of.ts';
import { hasOnlyNameCharacters, MAX_DATASET_NAME_LENGTH } from '../domain/dataset-name.ts';
import { FILE_FORMATS } from '../domain/file-format.ts';
import { DATAFRAME_IN, defineNode } from './definition.ts';

export const fileOutput = defineNode({
  kind: 'output',
  id: 'fileOutput',
  label: 'File Output',
  category: 'output',
  description:
    'Writes the rows to a file that can be downloaded, and registers it as a dataset when a name is given.',
  inputs: [DATAFRAME_IN],
  outputs: [],
  defaultConfig: { format: 'csv', dataset_name: '' },
  config: z.object({
    format: z.enum(FILE_FORMATS, { error: oneOf({ values: FILE_FORMATS }) }),
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
      help: 'The kind of file that is written.',
    },
    {
      key: 'dataset_name',
      label: 'Dataset name',
      type: 'string',
      required: false,
      default: '',
      help: 'Left empty, the file is only kept with the run.',
    },
  ],
});
