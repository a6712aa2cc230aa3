import './global-setup.ts';

export default async function globalTeardown(): Promise<void> {
  await globalThis.millraceTestCluster?.remove();
}
