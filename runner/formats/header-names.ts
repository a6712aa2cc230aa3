/**
 * Derives unique column names from a header. An empty cell becomes `column_<number>`, counted from 1. A
 * repeated name gets a suffix `.1`, `.2` and so on.
 */
export function headerNames(cells: readonly string[]): string[] {
  const originals = new Set(cells);
  const used = new Set<string>();
  const repeats = new Map<string, number>();
  return cells.map((cell, index) => {
    const base = cell.trim() === '' ? `column_${index + 1}` : cell;
    const free = (name: string): boolean =>
      !used.has(name) &&
      (name === base ? cell === base || !originals.has(name) : !originals.has(name));
    let name = base;
    let repeat = repeats.get(base) ?? 0;
    while (!free(name)) name = `${base}.${++repeat}`;
    repeats.set(base, repeat);
    used.add(name);
    return name;
  });
}
