/** Names of objects by what they belong to. */
export class NameIndex {
  readonly #groups = new Map<string, Set<string>>();

  groups(): Iterable<string> {
    return this.#groups.keys();
  }

  of(group: string): string[] {
    return [...(this.#groups.get(group) ?? [])];
  }

  set(group: string, name: string, isThere: boolean): void {
    const names = this.#groups.get(group) ?? new Set();
    if (isThere) names.add(name);
    else names.delete(name);
    if (names.size > 0) this.#groups.set(group, names);
    else this.#groups.delete(group);
  }
}
