import { CacheStore } from './cache-store.ts';
import type { CachedFlow } from './cached-flow.ts';
import type { ExecutionPlan } from '../../graph/validate-graph.ts';
import type { NodeRelations } from '../../graph/lower-node.ts';
import type { ScriptRuntime } from '../../plan/operators/opaque.ts';
import { isRepeatable } from '../../plan/passes/share-subplans.ts';
import { scriptRuntimes } from '../../plan/script-runtimes.ts';
import { runtimeVersions } from '../../scripts/runtime-versions.ts';
import type { ScriptSettings } from '../../scripts/script-settings.ts';
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
  /** How scripts are executed. */
  readonly scripts: ScriptSettings;
}

/** Reads what the cache has of a flow, before its execution. Never fails because of the object store. */
export async function openCache<F>({
  store,
  now,
  scripts,
  ...flow
}: CacheOptions<F>): Promise<OpenCache<F>> {
  const { plan, evaluation, engine, scratch } = flow;
  const relationsOf = evaluation.relationsOf.bind(evaluation);
  const context = {
    engine: engine.name,
    code: await codeVersion(),
    runtimes: await runtimeVersions(deterministicRuntimes(plan, relationsOf), {
      engine: engine.name,
      settings: scripts,
    }),
  };
  const keys = nodeKeys(plan.steps, relationsOf, context);
  const cached = { ...flow, keys, store: new CacheStore(store, scratch, now) };
  const { restored } = await restoreNodes(cached);
  return { restored, storage: new NodeStorage(cached) };
}

/** The programs of scripts whose results may be stored. A flow without such scripts starts none of them. */
function deterministicRuntimes(
  { steps }: ExecutionPlan,
  relationsOf: (nodeId: string) => NodeRelations | undefined,
): ReadonlySet<ScriptRuntime> {
  const outputs = steps.flatMap(({ node }) => relationsOf(node.id)?.entries() ?? []);
  const stored = outputs.map(([, output]) => output).filter(isRepeatable);
  return new Set(stored.flatMap((output) => [...scriptRuntimes(output)]));
}
