import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Engine } from '../domain/engine.ts';
import type { Clock } from '../execution/execute-flow.ts';
import type { AnyEngineAdapter } from '../execution/engines/load-engine.ts';
import type { NodeLookup } from '../graph/validate-graph.ts';
import type { ObjectStore } from '../storage/object-store.ts';

/** What a runner process works with; made once, at its start. */
export interface Runtime {
  readonly store: ObjectStore;
  /** A folder for scratch files; made when it is not there. */
  readonly scratchDir: string;
  readonly clock: Clock;
  readonly lookup: NodeLookup;
  readonly engine: (engine: Engine) => Promise<AnyEngineAdapter>;
  /** Told of errors that are defects of ours. */
  readonly onDefect: (error: unknown) => void;
}

/** Gives a job a folder of its own, gone when the job ends. */
export async function withScratch<T>(
  { scratchDir }: Runtime,
  job: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(scratchDir, { recursive: true });
  // The process id lets a later process tell what a killed one left behind.
  const folder = await mkdtemp(path.join(scratchDir, `${process.pid}-`));
  try {
    return await job(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
