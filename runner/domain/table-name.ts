const MAX_NAME = 128;
/** Every statement quotes names, so that any other character is allowed. A dot would mean a schema to most users. */
const FORBIDDEN = /[\p{Cc}.]/u;

/** What is wrong with the name of a table or a schema; null: nothing. */
export function tableNameProblem(name: string): string | null {
  if (name.trim() !== name || name === '') return 'must be a name without blanks around it';
  if (name.length > MAX_NAME) return `must have at most ${MAX_NAME} characters`;
  if (!FORBIDDEN.test(name)) return null;
  return name.includes('.')
    ? 'must have no dot: write what stands before it into "schema", or read the table by a query'
    : 'must have no line breaks and no other control characters';
}
