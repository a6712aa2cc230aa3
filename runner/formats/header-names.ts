import { UserError } from '../domain/errors.ts';
import { trimWhiteSpace } from '../domain/white-space.ts';

/** Reports whether a column is without a name: its name has only white space. */
export function isBlank(name: string): boolean {
  return trimWhiteSpace(name) === '';
}

/**
 * Derives unique column names from a header. A blank cell becomes `column_<number>`, counted from 1. A
 * repeated name gets a suffix `.1`, `.2` and so on.
 */
export function headerNames(cells: readonly string[]): string[] {
  const originals = new Set(cells);
  const used = new Set<string>();
  const repeats = new Map<string, number>();
  return cells.map((cell, index) => {
    const base = isBlank(cell) ? `column_${index + 1}` : cell;
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

/** @throws UserError when a table has another number of columns than of names given for them */
export function checkNameCount(fileName: string, names: readonly string[], columns: number): void {
  if (names.length === columns) return;
  throw new UserError(
    `column_names has ${names.length} ${names.length === 1 ? 'name' : 'names'}, and ${fileName} has ${columns} ${columns === 1 ? 'column' : 'columns'}: name each of them.`,
  );
}
