import { rm } from 'node:fs/promises';
import './global-setup.ts';

/** Stops and removes what the test files shared. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.millraceSharedServers?.stop();
  const compiled = globalThis.millraceCompileCache;
  if (compiled !== undefined) await rm(compiled, { recursive: true, force: true });
}
