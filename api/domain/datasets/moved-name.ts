import { nameKey } from '../name-key.ts';

/** The free name of a moved dataset whose own name is taken: `NAME (from PROJECT)`, then `… (2)`. */
export function movedName(name: string, project: string, takenKeys: ReadonlySet<string>): string {
  const base = `${name} (from ${project})`;
  let candidate = base;
  for (let number = 2; takenKeys.has(nameKey(candidate)); number++)
    candidate = `${base} (${number})`;
  return candidate;
}
