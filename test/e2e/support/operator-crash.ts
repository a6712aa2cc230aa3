import type { Step } from '../../../operator/failpoint.ts';
import { podsOf, restartsOf, restartWith, untilReady } from './component.ts';
import { eventually } from './eventually.ts';
import type { Kubernetes } from './kubernetes.ts';

/** One process at a time needs no election, whose Lease a killed process holds for a while. */
export const ALONE = 'OPERATOR_LEADER_ELECTION=false';
export const KEEP = 'OPERATOR_RETENTION_DONE_SECONDS=3600';
export const NO_FAILPOINT = 'OPERATOR_FAILPOINT-';

export async function stopOperator(kubernetes: Kubernetes): Promise<void> {
  await restartWith(kubernetes, 'operator', { replicas: 0, variables: [] });
}

/** Starts an operator that ends itself at a step, and waits until it has. */
export async function crashAt(kubernetes: Kubernetes, step: Step, retention = KEEP): Promise<void> {
  const variables = [`OPERATOR_FAILPOINT=${step}`, ALONE, retention];
  await restartWith(kubernetes, 'operator', { replicas: 1, variables });
  await eventually(
    `the operator to end at ${step}`,
    async () => (await podsOf(kubernetes, 'operator')).map(restartsOf),
    (counts) => counts.some((count) => count > 0),
  );
}

/** Starts one that goes on from there. */
export async function goOn(kubernetes: Kubernetes, retention = KEEP): Promise<void> {
  const variables = [NO_FAILPOINT, ALONE, retention];
  await restartWith(kubernetes, 'operator', { replicas: 1, variables });
}

/** Has the operator as it was before all that. */
export async function restoreOperator(kubernetes: Kubernetes): Promise<void> {
  const variables = [NO_FAILPOINT, KEEP, 'OPERATOR_LEADER_ELECTION-'];
  await restartWith(kubernetes, 'operator', { replicas: 1, variables });
  await untilReady(kubernetes, 'operator', 1);
}
