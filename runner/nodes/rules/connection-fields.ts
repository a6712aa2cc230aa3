import { z } from 'zod';
import { textField, type FormField } from '../form.ts';

/** The names of tables and schemas in configs: no quoting makes another one valid. */
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_$]*$/;
const RULE = 'must begin with a letter or _ and have only letters, digits, _ and $';

/** Whether a text is a valid name of a table. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/** What is wrong with the name of a table. */
export const IDENTIFIER_RULE = RULE;

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
    .refine((name) => name === null || isIdentifier(name), RULE),
};
