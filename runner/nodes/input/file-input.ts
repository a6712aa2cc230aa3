import { z } from 'zod';
import { FILE_FORMATS } from '../../domain/file-format.ts';
import { defineNode } from '../definition.ts';
import { selectField, textField, type FormField } from '../form.ts';

const version: FormField<number | null> = {
  label: 'Version',
  type: 'integer',
  required: false,
  default: null,
  min: 1,
  placeholder: 'latest',
  help: 'The number of the version. Empty: each run reads the latest version.',
  schema: z.union(
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
};

export const fileInput = defineNode({
  id: 'fileInput',
  label: 'File Input',
  category: 'input',
  description: 'Reads an uploaded dataset: the given version, or the latest.',
  form: {
    dataset_id: textField(
      'Dataset',
      z.string('must be the id of a dataset').min(1, 'choose a dataset'),
      { help: 'The id of an uploaded dataset.' },
    ),
    dataset_version: version,
    format: selectField('Format', FILE_FORMATS, {
      required: true,
      default: 'csv',
      help: 'The source_type of the dataset, which is also the default; a run with another format fails.',
    }),
  },
  lower: (_config, inputs) => inputs.one(),
});
