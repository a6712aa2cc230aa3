import { openTestCluster, type TestCluster } from './support/test-cluster.ts';

declare global {
  /** The cluster of the suite; the runner installs the chart in it. */
  var millraceTestCluster: TestCluster | undefined;
}

export default async function globalSetup(): Promise<void> {
  globalThis.millraceTestCluster = await openTestCluster();
}
