/** A name that is not among the given ones: the base, with underscores where it is used. */
export function unusedName(base: string, names: readonly string[]): string {
  let name = base;
  while (names.includes(name)) name += '_';
  return name;
}
