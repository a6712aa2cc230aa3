/** Index of object names by the group that they belong to, e.g. Jobs by Run. */
export class NameIndex {
  readonly #groups = new Map<string, Set<string>>();

  /** Groups with at least one name. */
  groups(): Iterable<string> {
    return this.#groups.keys();
  }

  /** Names of a group. */
  of(group: string): string[] {
    return [...(this.#groups.get(group) ?? [])];
  }

  /** Adds a name to a group, or removes it. */
  set(group: string, name: string, isMember: boolean): void {
    const names = this.#groups.get(group) ?? new Set();
    if (isMember) names.add(name);
    else names.delete(name);
    if (names.size > 0) this.#groups.set(group, names);
    else this.#groups.delete(group);
  }
}
