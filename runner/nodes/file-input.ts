import { z } from 'zod';
import { oneOfMessage } from './rules/one-of-message.ts';
import { FILE_FORMATS } from '../domain/file-format.ts';
import { DATAFRAME_OUT, defineNode } from './definition.ts';

export const fileInput = defineNode({
  kind: 'input',
  id: 'fileInput',
  label: 'File Input',
  category: 'input',
  description: 'Reads an uploaded dataset: the given version, or the latest.',
  inputs: [],
  outputs: [DATAFRAME_OUT],
  defaultConfig: { dataset_id: '', dataset_version: null, format: 'csv' },
  config: z.object({
    dataset_id: z.string('must be the id of a dataset').min(1, 'choose a dataset'),
    dataset_version: z.union(
      [
        z.null(),
        z.int().min(1),
        z.literal('').transform(() => null),
        z
          .string()
          .regex(/^[1-9]\d{0,8}$/)
          .transform(Number),
      ],
      'must be the number of a version, or null for the latest',
    ),
    format: z.enum(FILE_FORMATS, { error: oneOfMessage({ values: FILE_FORMATS }) }),
  }),
  fields: [
    {
      key: 'dataset_id',
      label: 'Dataset',
      type: 'string',
      required: true,
      help: 'The id of an uploaded dataset.',
    },
    {
      key: 'dataset_version',
      label: 'Version',
      type: 'integer',
      required: false,
      default: null,
      min: 1,
      placeholder: 'latest',
      help: 'The number of the version. Empty: each run reads the latest version.',
    },
    {
      key: 'format',
      label: 'Format',
      type: 'select',
      required: true,
      default: 'csv',
      options: FILE_FORMATS,
      help: 'The source_type of the dataset, which is also the default; a run with another format fails.',
    },
  ],
});
