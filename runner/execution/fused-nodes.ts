/** Collects which nodes were evaluated together in one plan. */
export class FusedNodes {
  readonly #groups = new Map<string, Set<string>>();

  /** Adds nodes that one evaluation computed. Groups that share a node become one. */
  add(nodeIds: readonly string[]): void {
    if (nodeIds.length < 2) return;
    const merged = new Set(nodeIds.flatMap((id) => [id, ...(this.#groups.get(id) ?? [])]));
    for (const id of merged) this.#groups.set(id, merged);
  }

  /** The other nodes of the group of a node. */
  othersOf(nodeId: string): readonly string[] {
    return [...(this.#groups.get(nodeId) ?? [])].filter((id) => id !== nodeId);
  }
}
