import { z } from 'zod';
import type { SqlSource } from '../../domain/sql-source.ts';
import { tableNameProblem } from '../../domain/table-name.ts';
import { DiscoveredTable } from '../../plan/discovered-table.ts';
import { ignoredChoice, trimmedName } from '../config-warning.ts';
import { defineNode } from '../definition.ts';
import { otherTextIs, selectField, textField } from '../form.ts';
import { CONNECTION_ID, SCHEMA } from '../rules/connection-fields.ts';
import { namedParameters, querySource } from '../rules/query-source.ts';

const text = z.string('must be text');

const MAX_NAME = 255;
const INCREMENTAL_COLUMN = z
  .string('must be the name of a column')
  .max(MAX_NAME, `must have at most ${MAX_NAME} characters`)
  .nullable()
  .default(null)
  .transform((name) => (name === '' ? null : name));

/** A path, which is a table of a REST API. */
const ENDPOINT = /^[\w.~$%/?=&,:@+-]+$/;

const BY_QUERY = ', or read a table whose name has them by a query';

const MODES = ['table', 'query'] as const;

export const sqlInput = defineNode({
  id: 'sqlInput',
  label: 'SQL Input',
  category: 'input',
  usesConnection: 'database',
  description:
    'Reads a table of a database, or the rows of one SELECT statement, in a transaction that cannot write. The columns are known when it runs.',
  form: {
    connection_id: CONNECTION_ID,
    mode: selectField('Read', MODES, {
      default: 'table',
      ...otherTextIs(MODES, 'table'),
      emptyIsAbsent: true,
      help: 'table: all rows of a table. query: the rows of a statement, or of a path of a REST API.',
    }),
    table: textField('Table', text.trim(), {
      default: '',
      nullMeans: 'absent',
      readWhen: ({ mode }) => mode !== 'query',
      help: 'Required for tables. Of a REST API: the path of an endpoint, whose pages are read by the parse options of the connection.',
    }),
    schema: SCHEMA,
    query: {
      ...textField('Query', text, {
        default: '',
        nullMeans: 'absent',
        readWhen: ({ mode }) => mode === 'query',
        help: 'One SELECT statement, or one path with its parameters; required for queries. {{ name }} is a parameter: its value is sent beside the text, so write it without quotes.',
      }),
      // The node binds the values of placeholders itself.
      isExpression: true as const,
    },
    // The default config of the catalogue, which clients know, does not have it.
    incremental_column: {
      label: 'Incremental column',
      type: 'string',
      required: false,
      help: 'A column that grows with each new or changed row, such as a number, a date or a timestamp. A run then reads only rows beyond the watermark, the greatest value that the latest successful run read; rows without a value are never read. Empty: all rows.',
      schema: INCREMENTAL_COLUMN,
    },
  },
  refine: (config) =>
    config.superRefine(({ mode, table, query }, context) => {
      const issue = (path: string, message: string): void => {
        context.addIssue({ code: 'custom', path: [path], message });
      };
      if (mode === 'query' && query.trim() === '') issue('query', 'write a SELECT statement');
      if (mode !== 'table' || ENDPOINT.test(table)) return;
      const problem = table === '' ? 'name a table' : tableNameProblem(table);
      if (problem !== null) issue('table', problem);
    }),
  warnings: (config, { mode, table, schema }) => [
    ...ignoredChoice('mode', mode, { values: MODES, fallback: 'table' }),
    ...(config.mode === 'table' ? trimmedName('table', table, BY_QUERY) : []),
    ...trimmedName('schema', schema, BY_QUERY),
  ],
  lower: (config, _inputs, { parameters }) => {
    const { connection_id: connectionId, mode, table, schema, query } = config;
    const { incremental_column: incrementalColumn } = config;
    const source: SqlSource =
      mode === 'table' ? { kind: 'table', schema, table } : querySource(query, parameters);
    const all = { op: 'discoveredSource', connectionId, source } as const;
    if (incrementalColumn === null) return new DiscoveredTable(all);
    const writtenQuery = { text: query, parameters: namedParameters(query, parameters) };
    return new DiscoveredTable({
      ...all,
      incrementalColumn,
      ...(mode === 'table' ? {} : { writtenQuery }),
    });
  },
});
