/** The names of tables and schemas: no quoting makes another one valid. */
const TABLE_NAME = /^[A-Za-z_][A-Za-z0-9_$]*$/;

/** Whether a text is a valid name of a table. */
export function isTableName(text: string): boolean {
  return TABLE_NAME.test(text);
}

/** What is wrong with the name of a table. */
export const TABLE_NAME_RULE =
  'must begin with a letter or _ and have only letters, digits, _ and $';
