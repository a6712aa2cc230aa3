import { z } from 'zod';
import type { FileFormat } from '../../domain/file-format.ts';
import { defineNode, type AnyNode } from '../definition.ts';
import { textField, type FormField } from '../form.ts';

const VERSION_RULE = 'must be the number of a version, or null for the latest';

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
      z.int(VERSION_RULE).min(1, VERSION_RULE),
      z.literal('').transform(() => null),
      z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number),
    ],
    VERSION_RULE,
  ),
};

/** The config keys that every node has which reads a dataset. */
export const DATASET_FIELDS = {
  dataset_id: textField(
    'Dataset',
    z.string('must be the id of a dataset').min(1, 'choose a dataset'),
    { help: 'The id of an uploaded dataset.' },
  ),
  dataset_version: version,
};

/** Declares a node that reads a dataset of certain file formats. */
export function defineDatasetNode(facts: {
  readonly id: string;
  readonly label: string;
  /** The formats as a word of a sentence, e.g. `CSV or TSV`. */
  readonly shown: string;
  readonly formats: readonly FileFormat[];
}): AnyNode {
  const { id, label, shown, formats } = facts;
  return defineNode({
    id,
    label,
    category: 'input',
    description: `Reads an uploaded ${shown} dataset: the given version, or the latest.`,
    form: DATASET_FIELDS,
    datasetFormats: formats,
    lower: (_config, inputs) => inputs.one(),
  });
}
