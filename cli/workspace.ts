import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openRuntime } from '../runner/process/open-runtime.ts';
import type { Runtime } from '../runner/process/runtime.ts';

/** Works in a temporary folder with an object store and scratch space of its own, gone afterwards. */
export async function inWorkspace<T>(work: (runtime: Runtime) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-'));
  const report = (error: unknown): void => {
    console.error(error);
  };
  try {
    const objectStore = `file:${path.join(folder, 'objects')}`;
    const scratchDir = path.join(folder, 'scratch');
    return await work(openRuntime({ objectStore, scratchDir, s3: {} }, report));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
