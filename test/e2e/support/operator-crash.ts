import type { Step } from '../../../operator/failpoint.ts';
import { podsOf, restartsOf, restartWith, untilReady } from './component.ts';
import { eventually } from './eventually.ts';
import type { Kubernetes } from './kubernetes.ts';

/** A killed process holds its Lease for a while; a single process needs no election. */
export const ALONE = 'OPERATOR_LEADER_ELECTION=false';
export const KEEP = 'OPERATOR_RETENTION_DONE_SECONDS=3600';
export const NO_FAILPOINT = 'OPERATOR_FAILPOINT-';

/** Stops the operator. Returns when its pods are gone. */
export async function stopOperator(kubernetes: Kubernetes): Promise<void> {
  await restartWith(kubernetes, 'operator', { replicas: 0, variables: [] });
}

/** Starts an operator that exits at a step, and waits until it has exited. */
export async function crashAt(kubernetes: Kubernetes, step: Step, retention = KEEP): Promise<void> {
  const variables = [`OPERATOR_FAILPOINT=${step}`, ALONE, retention];
  await restartWith(kubernetes, 'operator', { replicas: 1, variables });
  await eventually(
    `the operator to exit at ${step}`,
    async () => (await podsOf(kubernetes, 'operator')).map(restartsOf),
    (counts) => counts.some((count) => count > 0),
  );
}

/** Starts an operator without failpoint, and does not wait for it. */
export async function resumeOperator(kubernetes: Kubernetes, retention = KEEP): Promise<void> {
  const variables = [NO_FAILPOINT, ALONE, retention];
  await restartWith(kubernetes, 'operator', { replicas: 1, variables });
}

/** Restarts the operator with the settings of the chart. */
export async function restoreOperator(kubernetes: Kubernetes): Promise<void> {
  const variables = [NO_FAILPOINT, KEEP, 'OPERATOR_LEADER_ELECTION-'];
  await restartWith(kubernetes, 'operator', { replicas: 1, variables });
  await untilReady(kubernetes, 'operator', 1);
}
