import { z } from 'zod';
import { tableNameProblem } from '../../domain/table-name.ts';
import { textField, type FormField } from '../form.ts';

/** The connection that a node uses. */
export const CONNECTION_ID = textField(
  'Connection',
  z.string('must be the id of a connection').min(1, 'choose a connection'),
  { help: 'The id of a connection.' },
);

/** The schema of a table; null: that of the connection. */
export const SCHEMA: FormField<string | null> = {
  label: 'Schema',
  type: 'string',
  required: false,
  default: null,
  help: 'The schema of the table. Empty: the default schema of the connection.',
  schema: z
    .string('must be text')
    .nullable()
    .transform((name) => (name === null || name.trim() === '' ? null : name.trim()))
    .superRefine((name, context) => {
      const problem = name === null ? null : tableNameProblem(name);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    }),
};
