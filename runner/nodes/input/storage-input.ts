import { z } from 'zod';
import { FILE_FORMATS } from '../../domain/file-format.ts';
import { DiscoveredTable } from '../../plan/discovered-table.ts';
import { defineNode } from '../definition.ts';
import { selectField, textField, type FormField } from '../form.ts';
import { CONNECTION_ID } from '../rules/connection-fields.ts';
import { OBJECT_PATH } from '../rules/object-path-text.ts';
import {
  ignoredOptions,
  optionsProblem,
  PARSE_OPTION_FIELDS,
  statedOptions,
} from '../rules/parse-option-fields.ts';

/** The default config of the catalogue, which clients know, does not have it. */
const PARTITIONS: FormField<boolean | undefined> = {
  label: 'Partitions',
  type: 'boolean',
  required: false,
  help: 'Folders of the path such as year=2026 become columns: integers if every value is a whole number, else text.',
  schema: z.boolean('must be true or false').optional(),
};

export const storageInput = defineNode({
  id: 'storageInput',
  label: 'Storage Input',
  category: 'input',
  usesConnection: 'storage',
  description:
    'Reads files of a local folder or objects of a bucket, as an upload of them is read. The columns are known when it runs.',
  form: {
    connection_id: CONNECTION_ID,
    path: textField('Path', OBJECT_PATH, {
      help: 'The path of the file or object, relative to the folder or bucket of the connection. A name that ends in .gz is decompressed. A path with *, ? or [a-z] is a pattern, ** stands for folders at any depth: the rows of all files that match are concatenated by column name, in the order of their paths.',
    }),
    format: selectField('Format', FILE_FORMATS, {
      default: 'csv',
      help: 'The format of the file.',
    }),
    hive_partitioning: PARTITIONS,
    ...PARSE_OPTION_FIELDS,
  },
  refine: (config) =>
    config.superRefine(({ format, ...given }, context) => {
      const problem = optionsProblem(format, statedOptions(given));
      if (problem === null) return;
      context.addIssue({ code: 'custom', path: [problem.key], message: problem.message });
    }),
  warnings: ({ format }, given) => ignoredOptions(format, given),
  lower: ({
    connection_id: connectionId,
    path,
    format,
    hive_partitioning: hasPartitions = false,
    ...given
  }) =>
    new DiscoveredTable({
      op: 'discoveredObject',
      connectionId,
      path,
      format,
      hasPartitions,
      options: statedOptions(given),
    }),
});
