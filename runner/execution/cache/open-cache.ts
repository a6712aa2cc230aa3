import { CacheStore } from './cache-store.ts';
import type { CachedFlow } from './cached-flow.ts';
import { codeVersion } from './code-version.ts';
import { nodeKeys } from './node-keys.ts';
import { NodeStorage } from './node-storage.ts';
import type { NodeSummary } from './node-summary.ts';
import { restoreNodes } from './restore-nodes.ts';
import type { ObjectStore } from '../../storage/object-store.ts';

/** The cache of a run. */
export interface OpenCache<F> {
  /** What the nodes report that are not executed, by node id. */
  readonly restored: ReadonlyMap<string, NodeSummary>;
  readonly storage: NodeStorage<F>;
}

/** The dependencies of openCache. */
export interface CacheOptions<F> extends Omit<CachedFlow<F>, 'keys' | 'store'> {
  readonly store: ObjectStore;
  readonly now: () => Date;
}

/** Reads what the cache has of a flow, before its execution. Never fails because of the object store. */
export async function openCache<F>({
  store,
  now,
  ...flow
}: CacheOptions<F>): Promise<OpenCache<F>> {
  const { plan, evaluation, engine, scratch } = flow;
  const context = { engine: engine.name, code: await codeVersion() };
  const keys = nodeKeys(plan.steps, (id) => evaluation.relationsOf(id), context);
  const cached = { ...flow, keys, store: new CacheStore(store, scratch, now) };
  const { restored } = await restoreNodes(cached);
  return { restored, storage: new NodeStorage(cached) };
}
