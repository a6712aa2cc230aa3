/**
 * Whether a variable is a setting of the service: a secret reference must not name one, in any letter case.
 * @param names the variables of all options and settings
 */
export function ownVariables(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names.map((name) => name.toUpperCase()));
  return (name) => known.has(name.toUpperCase());
}
