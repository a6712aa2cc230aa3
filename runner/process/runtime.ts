import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Engine } from '../domain/engine.ts';
import type { Clock } from '../execution/execution-options.ts';
import type { AnyEngineAdapter } from '../engine-adapters/load-engine.ts';
import type { NodeLookup } from '../graph/node-lookup.ts';
import type { ObjectStore } from '../storage/object-store.ts';

/** The dependencies of a runner process, created once at its start. */
export interface Runtime {
  readonly store: ObjectStore;
  /** The folder of temporary files; created if missing. */
  readonly scratchDir: string;
  readonly clock: Clock;
  readonly lookup: NodeLookup;
  readonly engine: (engine: Engine) => Promise<AnyEngineAdapter>;
  /** Called with internal errors. */
  readonly onDefect: (error: unknown) => void;
}

/** Runs a job with a temporary folder that is removed afterwards. */
export async function withScratch<T>(
  { scratchDir }: Runtime,
  job: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(scratchDir, { recursive: true });
  // The process id identifies the folders that killed processes leave behind, see sweepScratch.
  const folder = await mkdtemp(path.join(scratchDir, `${process.pid}-`));
  try {
    return await job(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
