import './global-setup.ts';

/** Stops the servers that the test files shared. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.millraceSharedServers?.stop();
}
