const MAX_LENGTH = 255;

/** The first free name of a copy among `NAME (1)`, `NAME (2)` …; replaces the number of a copy. */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  const base = baseName(name);
  for (let number = 1; ; number++) {
    const suffix = ` (${number})`;
    const candidate = `${base.slice(0, MAX_LENGTH - suffix.length)}${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Removes the number of a copy from a name. */
export function baseName(name: string): string {
  return name.replace(/ \(\d+\)$/, '');
}
