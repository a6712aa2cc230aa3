/** The text of a statement without the semicolons that end it. The server rejects every further statement. */
export function singleStatement(sql: string): string {
  let text = sql.trimEnd();
  while (text.endsWith(';')) text = text.slice(0, -1).trimEnd();
  return text;
}
