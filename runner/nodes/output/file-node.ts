import { z } from 'zod';
import { hasOnlyNameCharacters, MAX_DATASET_NAME_LENGTH } from '../../domain/dataset-name.ts';
import type { FileFormat } from '../../domain/file-format.ts';
import { defineNode, type AnyNode } from '../definition.ts';
import { textField, type FormField } from '../form.ts';

const datasetName = z
  .string('must be text')
  .trim()
  .max(MAX_DATASET_NAME_LENGTH, `must have at most ${MAX_DATASET_NAME_LENGTH} characters`)
  .refine(hasOnlyNameCharacters, 'must have no control characters')
  .nullish()
  .transform((name) => name ?? '');

/** The name of the dataset that an output registers; empty: none. */
export const DATASET_NAME = textField('Dataset name', datasetName, {
  required: false,
  help: 'The name of the dataset to register. Empty: the file is kept with the run only.',
});

/** What a reader of CSV should know. */
export const EMPTY_TEXT_IN_CSV =
  'In CSV an empty text is "" and null is nothing; an upload reads both as null. A registered dataset keeps the difference.';

/** The file of an exported script. The form of an output of any format has no default of it. */
export const SCRIPT_PATH: FormField<string> = {
  label: 'Path',
  type: 'string',
  required: false,
  help: 'The name of the file that an exported script writes, such as result.csv. Empty: that of the dataset, else output. The service names its files itself.',
  // A run does not read it, whatever it is.
  schema: z.string().catch(''),
};

/** Declares a node that writes a file of one format. */
export function defineFileNode(facts: {
  readonly id: string;
  readonly label: string;
  /** The format as a word of a sentence, e.g. `a CSV file`. */
  readonly shown: string;
  readonly format: FileFormat;
  /** A sentence about the format. */
  readonly note?: string;
}): AnyNode {
  const { id, label, shown, format, note } = facts;
  const description = `Writes the rows to ${shown} that can be downloaded, and registers it as a dataset if a name is given.`;
  return defineNode({
    id,
    label,
    category: 'output',
    description: note === undefined ? description : `${description} ${note}`,
    form: { path: { ...SCRIPT_PATH, default: '' }, dataset_name: DATASET_NAME },
    lower: ({ path, dataset_name: name }, inputs) =>
      inputs.one().sink({ kind: 'file', format, datasetName: name, scriptPath: path }),
  });
}
