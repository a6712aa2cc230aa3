/** The form in which names are compared: equal keys mean the same name, whatever case it was typed in. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
