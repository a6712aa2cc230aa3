/** Positions that lead to each other; a position that does not lead to itself is alone. */
export interface Component {
  readonly members: ReadonlySet<number>;
  readonly isLoop: boolean;
}

/**
 * The strongly connected components of a graph, those that follow others first (R. Tarjan, Depth-first search and
 * linear graph algorithms, 1972).
 * @param next the positions that follow each position
 */
export function strongComponents(
  next: readonly ReadonlyMap<number, unknown>[],
): readonly Component[] {
  const found: Component[] = [];
  const order = new Map<number, number>();
  const done = new Set<number>();
  const open: number[] = [];
  const visit = (at: number): number => {
    const own = order.size;
    order.set(at, own);
    open.push(at);
    let lowest = own;
    for (const follower of next[at]?.keys() ?? []) {
      if (done.has(follower)) continue;
      lowest = Math.min(lowest, order.get(follower) ?? visit(follower));
    }
    if (lowest === own) {
      const members = new Set(open.splice(open.indexOf(at)));
      for (const member of members) done.add(member);
      found.push({ members, isLoop: members.size > 1 || next[at]?.has(at) === true });
    }
    return lowest;
  };
  next.forEach((_, at) => {
    if (!order.has(at)) visit(at);
  });
  return found;
}
