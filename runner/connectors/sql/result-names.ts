import { UserError } from '../../domain/errors.ts';

/** Checks that a result has columns, each with a name of its own. @throws UserError */
export function checkResultNames(names: readonly string[]): void {
  if (names.length === 0) throw new UserError('The query returns no columns.');
  const known = new Set<string>();
  for (const name of names) {
    if (known.has(name)) {
      throw new UserError(
        `The query returns two columns named "${name}". Give one of them another name with AS.`,
      );
    }
    known.add(name);
  }
}
