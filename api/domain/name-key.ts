/** The key by which names are compared case-insensitively. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
