import { z } from 'zod';
import { FILE_WARNING_CODES } from '../../runner/domain/file-warning.ts';
import { CONFIG_WARNING_CODES } from '../../runner/nodes/config-warning.ts';

/** The codes of warnings. They are part of the API; messages can change. */
const WARNING_CODES = [
  'unknown_field',
  'read_only_field',
  'misplaced_field',
  'undeclared_parameter',
  'not_imported',
  'node_warning',
  'missing_secret',
  ...CONFIG_WARNING_CODES,
  ...FILE_WARNING_CODES,
  'kept_options',
  'no_shared_columns',
  'removed_columns',
  'changed_column_types',
  'affected_flows',
  'converted_file',
] as const;

/** A problem with a request that the service executed nevertheless. */
export const AnswerWarning = z
  .object({
    code: z.enum(WARNING_CODES).meta({
      description: 'What it is about, for programs. The message can change, the code does not.',
    }),
    field: z.string().nullable().meta({
      description:
        'The field of the body or the form, or of the config of the node; null: it is about none.',
    }),
    node_id: z.string().nullable().meta({ description: 'The node; null: it is about none.' }),
    column: z.string().nullable().meta({
      description: 'The column of the uploaded file; null: it is about none, or about several.',
    }),
    message: z.string().meta({ description: 'A sentence for people.' }),
  })
  .meta({
    id: 'AnswerWarning',
    description: 'Something about the request, which was carried out nevertheless.',
    examples: [
      {
        code: 'unknown_field',
        field: 'params',
        node_id: null,
        column: null,
        message: 'There is no field "params". Did you mean "parameters"? It is ignored.',
      },
    ],
  });
export type AnswerWarning = z.output<typeof AnswerWarning>;

const MAX_NAME_LENGTH = 200;

/** Truncates a name from a request to 200 characters, for the message or the field of a warning. */
export function shownName(name: string): string {
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH)}…`;
}

/** Creates a warning. @param about the field, node or column that it concerns */
export function answerWarning(
  code: AnswerWarning['code'],
  message: string,
  about: Partial<Pick<AnswerWarning, 'field' | 'node_id' | 'column'>> = {},
): AnswerWarning {
  return { code, field: null, node_id: null, column: null, ...about, message };
}
