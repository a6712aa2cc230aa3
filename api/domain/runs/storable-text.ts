/** Text that PostgreSQL accepts: it replaces NUL and lone surrogates, which data and names can contain. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
