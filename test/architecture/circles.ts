import type { Import } from './imports.ts';

/** Units that import each other, by whatever way. */
export interface Circle {
  /** Sorted. */
  readonly members: readonly string[];
  /** How many pairs of members there are of which the first imports the second. */
  readonly edges: number;
}

/**
 * The largest groups of units of which each imports each other, by whatever way: strongly connected
 * components of more than one unit. Sorted.
 * @param unitOf the unit of a file, such as its folder; undefined: it belongs to none
 */
export function circlesOf(
  imports: readonly Import[],
  unitOf: (file: string) => string | undefined,
): Circle[] {
  const imported = new Map<string, Set<string>>();
  const importing = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [unit, other] = [unitOf(from), unitOf(to)];
    if (unit === undefined || other === undefined || unit === other) continue;
    link(imported, unit, other);
    link(importing, other, unit);
  }
  const found: Circle[] = [];
  const done = new Set<string>();
  for (const unit of finishingOrder(imported).toReversed()) {
    if (done.has(unit)) continue;
    const members = reachable(unit, importing, done);
    for (const member of members) done.add(member);
    if (members.length > 1) found.push(circleOf(members.sort(), imported));
  }
  return found.sort((a, b) => (a.members.join() < b.members.join() ? -1 : 1));
}

function circleOf(members: readonly string[], imported: Links): Circle {
  const isMember = new Set(members);
  const edges = members.flatMap((member) =>
    [...(imported.get(member) ?? [])].filter((other) => isMember.has(other)),
  );
  return { members, edges: edges.length };
}

type Links = ReadonlyMap<string, ReadonlySet<string>>;

function link(links: Map<string, Set<string>>, unit: string, other: string): void {
  links.set(unit, (links.get(unit) ?? new Set()).add(other));
}

/** The units in the order in which a depth-first search leaves them (Kosaraju's algorithm). */
function finishingOrder(links: Links): string[] {
  const entered = new Set<string>();
  const left: string[] = [];
  const enter = (unit: string): void => {
    if (entered.has(unit)) return;
    entered.add(unit);
    for (const next of links.get(unit) ?? []) enter(next);
    left.push(unit);
  };
  for (const unit of links.keys()) enter(unit);
  return left;
}

function reachable(unit: string, links: Links, without: ReadonlySet<string>): string[] {
  const reached = new Set([unit]);
  for (const one of reached) {
    for (const next of links.get(one) ?? []) if (!without.has(next)) reached.add(next);
  }
  return [...reached];
}
