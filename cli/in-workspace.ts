import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openRuntime } from '../runner/process/open-runtime.ts';
import type { Runtime } from '../runner/process/runtime.ts';
import { cleanUpOnExit } from './clean-up-on-exit.ts';
import { workspacePrefix } from './workspace-prefix.mjs';

/**
 * Runs `work` with an object store and scratch space in a temporary folder. The folder is removed
 * afterwards, also when the process exits early.
 */
export async function inWorkspace<T>(work: (runtime: Runtime) => Promise<T>): Promise<T> {
  // The process can exit as soon as the folder exists.
  let folder: string | null = null;
  const remove = (): void => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  };
  const report = (error: unknown): void => {
    console.error(error);
  };
  return await cleanUpOnExit(remove, async () => {
    try {
      folder = mkdtempSync(path.join(os.tmpdir(), workspacePrefix(process.pid)));
      const objectStore = `file:${path.join(folder, 'objects')}`;
      const scratchDir = path.join(folder, 'scratch');
      return await work(openRuntime({ objectStore, scratchDir, s3: {} }, report));
    } finally {
      remove();
    }
  });
}
