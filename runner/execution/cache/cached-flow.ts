import type { InputBinding } from '../../domain/run-spec.ts';
import type { ExecutionPlan } from '../../graph/validate-graph.ts';
import type { EngineAdapter } from '../../engine-adapters/engine-adapter.ts';
import type { FlowEvaluation } from '../flow-evaluation.ts';
import type { NodeResults } from '../node-results.ts';
import type { CacheStore } from './cache-store.ts';

/** A flow in execution whose nodes are read from the cache and stored there. */
export interface CachedFlow<F> {
  readonly plan: ExecutionPlan;
  readonly inputs: readonly InputBinding[];
  readonly evaluation: FlowEvaluation<F>;
  readonly results: NodeResults;
  readonly engine: EngineAdapter<F>;
  readonly store: CacheStore;
  readonly scratch: string;
  /** The cache keys by node id, see `nodeKeys`. */
  readonly keys: ReadonlyMap<string, string>;
  /** Called with each error of the cache, which never fails a run. */
  readonly onDefect: (error: unknown) => void;
}
