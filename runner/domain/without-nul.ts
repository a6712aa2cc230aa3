/** Replaces NUL, which the database cannot store in JSON; the columnar copy of the data keeps it. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}
