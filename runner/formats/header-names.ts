/**
 * Derives unique column names from a header. An empty cell becomes `column_<number>`, counted from 1. A
 * repeated name gets a suffix `.1`, `.2` and so on.
 */
export function headerNames(cells: readonly string[]): string[] {
  const taken = new Set(cells);
  const used = new Set<string>();
  const repeats = new Map<string, number>();
  return cells.map((cell, index) => {
    const wanted = cell.trim() === '' ? `column_${index + 1}` : cell;
    const free = (name: string): boolean =>
      !used.has(name) && (name === wanted ? cell === wanted || !taken.has(name) : !taken.has(name));
    let name = wanted;
    let repeat = repeats.get(wanted) ?? 0;
    while (!free(name)) name = `${wanted}.${++repeat}`;
    repeats.set(wanted, repeat);
    used.add(name);
    return name;
  });
}
