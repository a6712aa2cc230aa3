import type { GraphEdge } from '../../domain/graph.ts';
import type { ExecutionPlan, PlannedNode } from '../../graph/validate-graph.ts';
import type { CacheEntry } from './cache-entry.ts';
import type { NodeSummary } from './node-summary.ts';

/** Which nodes of a run are not executed. */
export interface RestorePlan {
  /** By node id. */
  readonly restored: ReadonlyMap<string, NodeSummary>;
  /** The owners of the frames that an executed node reads from the cache. */
  readonly read: ReadonlySet<string>;
}

/** What a restore plan follows from. */
export interface Restorable {
  readonly plan: ExecutionPlan;
  /** The cache keys by node id. */
  readonly keys: ReadonlyMap<string, string>;
  /** The node whose frames a node has. */
  readonly ownerOf: (nodeId: string) => string;
  /** By cache key. */
  readonly entries: ReadonlyMap<string, CacheEntry>;
}

/**
 * Plans a run over the entries of its nodes. A node is executed if it writes a file, or if an executed node
 * or nobody reads its rows and it has no entry with what is read. A node without an entry is restored when
 * only restored nodes read it: their entries have its summary.
 */
export function planRestore(flow: Restorable): RestorePlan {
  const { plan, keys, ownerOf, entries } = flow;
  const summaries = new Map(
    [...entries].flatMap(([key, { summary, ancestors }]) => [
      ...Object.entries(ancestors),
      [key, summary] as const,
    ]),
  );
  const groups = Map.groupBy(plan.steps, ({ node }) => ownerOf(node.id));
  const executed = new Set<string>();
  const restored = new Map<string, NodeSummary>();
  const read = new Set<string>();
  // An owner precedes the nodes that share its frames, and all precede those that read them.
  for (const [owner, members] of [...groups].toReversed()) {
    const key = keys.get(owner) ?? '';
    const readers = members.flatMap(({ node }) => plan.index.outgoing(node.id));
    const reading = readers.filter(({ target }) => executed.has(ownerOf(target)));
    const summary = summaries.get(key);
    if (summary === undefined || !suffices(entries.get(key), readers, reading)) {
      executed.add(owner);
      continue;
    }
    if (reading.length > 0) read.add(owner);
    for (const { node } of members) restored.set(node.id, summary);
  }
  return { restored, read };
}

/** @param reading the edges over which an executed node reads rows */
function suffices(
  entry: CacheEntry | undefined,
  readers: readonly GraphEdge[],
  reading: readonly GraphEdge[],
): boolean {
  if (reading.length === 0) return entry !== undefined || readers.length > 0;
  const outputs = entry?.outputs ?? [];
  // The main output is always among them.
  const has = (handle: string | null): boolean =>
    handle === null ? outputs.length > 0 : outputs.some((output) => output.handle === handle);
  return reading.every(({ sourceHandle = null }) => has(sourceHandle));
}

/** The nodes that may have an entry. Inputs are read from their datasets. */
export function isCacheable({ definition }: PlannedNode): boolean {
  return definition.kind === 'transform';
}
