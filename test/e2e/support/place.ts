import type { ClusterTools } from '../../cluster/tools.ts';

/** How an administrator reaches the namespace under test. */
export interface Namespace {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly tools: Pick<ClusterTools, 'kubectl' | 'helm'>;
}

/** How tests reach an installation: URLs of its servers, and its namespace. */
export interface Place extends Namespace {
  readonly api: string;
  readonly s3: string;
  readonly postgres: string;
  /** How long the suite's own cluster took to start, in milliseconds; about 0 when it was up before. */
  readonly startedInMs?: number;
}

/**
 * The installation that belongs to this worker of Jest.
 * @throws Error outside the end-to-end suite
 */
export function place(): Place {
  const { MILLRACE_E2E: places, JEST_WORKER_ID: worker = '1' } = process.env;
  if (places === undefined) {
    throw new Error('These tests need their own configuration: npm test -- test/e2e');
  }
  const own = (JSON.parse(places) as readonly Place[])[Number(worker) - 1];
  if (own === undefined) throw new Error(`Worker ${worker} of Jest has no installation`);
  return own;
}
