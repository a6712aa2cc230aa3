import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openRuntime } from '../runner/process/open-runtime.ts';
import type { Runtime } from '../runner/process/runtime.ts';
import { tidyOnExit } from './tidy-on-exit.ts';

/** Works in a temporary folder with an object store and scratch space of its own, gone afterwards, also when the process ends in between. */
export async function inWorkspace<T>(work: (runtime: Runtime) => Promise<T>): Promise<T> {
  // The process can end as soon as the folder is there.
  let folder: string | null = null;
  const remove = (): void => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  };
  const report = (error: unknown): void => {
    console.error(error);
  };
  return await tidyOnExit(remove, async () => {
    try {
      folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-'));
      const objectStore = `file:${path.join(folder, 'objects')}`;
      const scratchDir = path.join(folder, 'scratch');
      return await work(openRuntime({ objectStore, scratchDir, s3: {} }, report));
    } finally {
      remove();
    }
  });
}
