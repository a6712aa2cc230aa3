import type { ClusterTools } from '../../cluster/tools.ts';

/** How to reach the namespace under test as its administrator. */
export interface Namespace {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly tools: Pick<ClusterTools, 'kubectl' | 'helm'>;
}

/** Where the installation under test is. */
export interface Place extends Namespace {
  readonly api: string;
  readonly s3: string;
  readonly postgres: string;
  /** Milliseconds in which the suite's own cluster was there; next to nothing when it was before. */
  readonly startedInMs?: number;
}

/** Where the installation under test is, as the global set-up left it. */
export function place(): Place {
  const text = process.env.MILLRACE_E2E;
  if (text === undefined) {
    throw new Error('These tests need their own configuration: npm test -- test/e2e');
  }
  return JSON.parse(text) as Place;
}
