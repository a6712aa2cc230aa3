const MAX_LENGTH = 255;

/** The name of a copy: `NAME (1)`, `NAME (2)` …, the first that is free; a number it had is replaced. */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  const base = baseName(name);
  // Ends at the latest when every taken name has been passed.
  for (let number = 1; ; number++) {
    const suffix = ` (${number})`;
    const candidate = `${base.slice(0, MAX_LENGTH - suffix.length)}${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** The name without the number of a copy. */
export function baseName(name: string): string {
  return name.replace(/ \(\d+\)$/, '');
}
