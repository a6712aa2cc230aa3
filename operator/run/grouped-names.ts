/** Names of objects by the Run that they belong to. */
export class GroupedNames {
  readonly #groups = new Map<string, Set<string>>();

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
