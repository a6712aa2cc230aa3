import { nameKey } from '../name-key.ts';

/** The name of a dataset that moves to where its own is taken: `NAME (from PROJECT)`, then `… (2)`. */
export function movedName(name: string, project: string, takenKeys: ReadonlySet<string>): string {
  const base = `${name} (from ${project})`;
  let candidate = base;
  // Ends at the latest when every taken name has been passed.
  for (let number = 2; takenKeys.has(nameKey(candidate)); number++)
    candidate = `${base} (${number})`;
  return candidate;
}
