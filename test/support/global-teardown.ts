import { rm } from 'node:fs/promises';
import './global-setup.ts';

/** Stops and removes the shared servers of the test files. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.millraceSharedServers?.stop();
  const compiled = globalThis.millraceCompileCache;
  if (compiled !== undefined) await rm(compiled, { recursive: true, force: true });
}
