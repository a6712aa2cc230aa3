import type { Engine } from '../domain/engine.ts';
import { loadEngine, type AnyEngineAdapter } from '../engine-adapters/load-engine.ts';
import { nodeOfType } from '../nodes/index.ts';
import { createObjectStore } from '../storage/create-object-store.ts';
import type { RunnerConfig } from '../config.ts';
import type { Runtime } from './runtime.ts';

/** Creates the runtime of a runner process. Engines are loaded on first use. */
export function openRuntime(config: RunnerConfig, onDefect: (error: unknown) => void): Runtime {
  const engines = new Map<Engine, Promise<AnyEngineAdapter>>();
  return {
    store: createObjectStore(config.objectStore, config.s3),
    scratchDir: config.scratchDir,
    clock: { now: () => new Date(), elapsed: () => performance.now() },
    lookup: nodeOfType,
    engine(engine) {
      const loaded = engines.get(engine) ?? loadEngine(engine);
      engines.set(engine, loaded);
      return loaded;
    },
    onDefect,
  };
}
