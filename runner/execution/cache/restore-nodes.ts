import pLimit from 'p-limit';
import { isDiscovered } from '../../plan/relation.ts';
import type { NodeFrame } from '../node-frame.ts';
import { NO_REPORT } from '../node-report.ts';
import type { CacheEntry } from './cache-entry.ts';
import type { CachedFlow } from './cached-flow.ts';
import { isCacheable, planRestore, type RestorePlan } from './restore-plan.ts';

/** How many objects are read at the same time. */
const CONCURRENT_READS = 16;

type Frames<F> = ReadonlyMap<string, NodeFrame<F>>;

/**
 * Reads what the cache has of a flow before its execution, and gives the frames to the evaluation. An entry
 * that is gone or broken is a miss: the plan is made again without it.
 */
export async function restoreNodes<F>(flow: CachedFlow<F>): Promise<Pick<RestorePlan, 'restored'>> {
  const { plan, keys, evaluation } = flow;
  const ownerOf = (nodeId: string): string => evaluation.ownerOf(nodeId);
  const entries = await readEntries(flow);
  const opened = new Map<string, Frames<F>>();
  for (;;) {
    const found = planRestore({ plan, keys, entries, ownerOf });
    const missing = [...found.read].filter((owner) => !opened.has(owner));
    for (const owner of missing) {
      const frames = await openFrames(flow, owner, entries);
      if (frames === null) entries.delete(keys.get(owner) ?? '');
      else opened.set(owner, frames);
    }
    if (missing.some((owner) => !opened.has(owner))) continue;
    for (const [owner, frames] of opened)
      if (found.read.has(owner)) evaluation.restore(owner, frames);
    await touchEntries(flow, entries, found);
    return found;
  }
}

/** The entries of the nodes by key. */
async function readEntries<F>(flow: CachedFlow<F>): Promise<Map<string, CacheEntry>> {
  const { plan, keys, store } = flow;
  const cacheable = plan.steps.filter(isCacheable).flatMap(({ node }) => keys.get(node.id) ?? []);
  const limit = pLimit(CONCURRENT_READS);
  const found = await Promise.all(
    [...new Set(cacheable)].map((key) =>
      limit(async () => [key, await unlessFailing(flow, store.read(key))] as const),
    ),
  );
  return new Map(found.flatMap(([key, entry]) => (entry === null ? [] : [[key, entry]])));
}

/** The frames of a node by output handle; null when they cannot be read. */
async function openFrames<F>(
  flow: CachedFlow<F>,
  owner: string,
  entries: ReadonlyMap<string, CacheEntry>,
): Promise<Frames<F> | null> {
  const key = flow.keys.get(owner) ?? '';
  const frames = new Map<string, NodeFrame<F>>();
  for (const output of entries.get(key)?.outputs ?? []) {
    const relation = flow.evaluation.relationsOf(owner)?.of(output.handle);
    if (relation === undefined || isDiscovered(relation)) return null;
    const { columns } = relation;
    const path = await unlessFailing(flow, flow.store.fetch(key, output));
    if (path === null) return null;
    const file = { path, columns, rowCount: output.rows };
    const frame = await unlessFailing(flow, flow.engine.readFile(file));
    if (frame === null) return null;
    frames.set(output.handle, { frame, relation, report: NO_REPORT });
  }
  return frames;
}

/** Records which entries were useful, for the eviction. */
async function touchEntries<F>(
  flow: CachedFlow<F>,
  entries: ReadonlyMap<string, CacheEntry>,
  { restored }: RestorePlan,
): Promise<void> {
  const used = new Set([...restored.keys()].flatMap((id) => flow.keys.get(id) ?? []));
  const limit = pLimit(CONCURRENT_READS);
  await Promise.all(
    [...used]
      .filter((key) => entries.has(key))
      .map((key) => limit(() => unlessFailing(flow, flow.store.touch(key)))),
  );
}

/** Null for an error, which is reported: a run does not fail because of the cache. */
async function unlessFailing<F, T>(flow: CachedFlow<F>, work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    flow.onDefect(error);
    return null;
  }
}
