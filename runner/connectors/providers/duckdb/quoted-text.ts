/** A text as a literal of SQL. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
