import { z } from 'zod';
import { tableNameProblem } from '../../domain/table-name.ts';
import { WRITE_MODES } from '../../domain/sql-source.ts';
import { trimmedName } from '../config-warning.ts';
import { defineNode } from '../definition.ts';
import { selectField, textField, type FormField } from '../form.ts';
import { optionalColumnList } from '../rules/column-list.ts';
import { CONNECTION_ID, SCHEMA } from '../rules/connection-fields.ts';

const tableName = z
  .string('must be text')
  .trim()
  .min(1, 'name a table')
  .superRefine((name, context) => {
    const problem = name === '' ? null : tableNameProblem(name);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

const keys: FormField<readonly string[] | undefined> = {
  label: 'Key columns',
  type: 'column_list',
  required: false,
  nullMeans: 'absent',
  help: 'Only for upsert: the columns that identify a row.',
  schema: optionalColumnList.optional(),
};

export const sqlOutput = defineNode({
  id: 'sqlOutput',
  label: 'SQL Output',
  category: 'output',
  usesConnection: 'database',
  description:
    'Writes the rows to a table of a database when the whole flow has succeeded: all rows, or none. A failed or cancelled run leaves the table as it was.',
  form: {
    connection_id: CONNECTION_ID,
    table: textField('Table', tableName),
    schema: SCHEMA,
    if_exists: selectField('If the table exists', WRITE_MODES, {
      default: 'replace',
      help: 'replace: with a new table of these columns. append: add the rows. fail: change nothing. upsert: update the rows with equal keys and add the others.',
    }),
    keys,
  },
  refine: (config) =>
    config.superRefine(({ if_exists: mode, keys: names = [] }, context) => {
      if (mode !== 'upsert' || names.length > 0) return;
      const message = 'an upsert needs the columns that identify a row';
      context.addIssue({ code: 'custom', path: ['keys'], message });
    }),
  warnings: (_config, { table, schema }) => [
    ...trimmedName('table', table),
    ...trimmedName('schema', schema),
  ],
  lower: (config, inputs) => {
    const {
      connection_id: connectionId,
      table,
      schema,
      if_exists: mode,
      keys: names = [],
    } = config;
    const input = inputs.one();
    for (const name of names) input.column(name, 'keys');
    return input.sink({ kind: 'table', connectionId, schema, table, mode, keys: names });
  },
});
