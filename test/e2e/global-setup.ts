import { givenCluster } from './support/given-cluster.ts';
import { installOnGiven } from './support/install-on-given.ts';
import { installForTests } from './support/install.ts';

declare global {
  var millraceEndToEnd: { remove(): Promise<void> } | undefined;
}

/** Installs what all test files share. Where it is reaches Jest's workers by their environment. */
export default async function globalSetup(): Promise<void> {
  const given = givenCluster();
  const installed = given === null ? await installForTests() : await installOnGiven(given);
  globalThis.millraceEndToEnd = installed;
  process.env.MILLRACE_E2E = JSON.stringify(installed.at);
}
