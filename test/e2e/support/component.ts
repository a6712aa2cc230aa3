import { processOf } from './container-process.ts';
import { eventually } from './eventually.ts';
import type { Kubernetes, Pod } from './kubernetes.ts';

const RETURNS_WITHIN_MS = 90_000;

export function podsOf(kubernetes: Kubernetes, component: string): Promise<readonly Pod[]> {
  return kubernetes.pods(`app.kubernetes.io/component=${component}`);
}

/**
 * Ends the processes of a component as if their machine had gone: none of them gets to tidy up.
 * Returns when the cluster knows it: until then it tells that they are ready still.
 */
export async function kill(kubernetes: Kubernetes, component: 'api' | 'operator'): Promise<void> {
  const before = await podsOf(kubernetes, component);
  for (const pod of before) process.kill(processOf(component, pod), 'SIGKILL');
  await eventually(
    `the end of ${component} to be known`,
    () => podsOf(kubernetes, component),
    (now) => before.every((pod) => hasEnded(pod, now)),
  );
}

function hasEnded(pod: Pod, now: readonly Pod[]): boolean {
  const same = now.find(({ metadata }) => metadata.uid === pod.metadata.uid);
  return same === undefined || !isReady(same) || restartsOf(same) > restartsOf(pod);
}

export function restartsOf({ status: { containerStatuses = [] } }: Pod): number {
  return containerStatuses.reduce((sum, { restartCount }) => sum + restartCount, 0);
}

export async function untilReady(
  kubernetes: Kubernetes,
  component: string,
  pods: number,
): Promise<void> {
  await eventually(
    `${pods} ready pods of ${component}`,
    async () => (await podsOf(kubernetes, component)).map(isReady),
    (ready) => ready.length === pods && ready.every(Boolean),
    RETURNS_WITHIN_MS,
  );
}

function isReady({ metadata, status: { containerStatuses = [] } }: Pod): boolean {
  const isGoing = metadata.deletionTimestamp !== undefined;
  return !isGoing && containerStatuses.length > 0 && containerStatuses.every(({ ready }) => ready);
}

/** Sets variables of a Deployment (`NAME=value`, or `NAME-` to remove one) and waits for its new pods. */
export async function setEnv(
  kubernetes: Kubernetes,
  deployment: string,
  ...variables: readonly string[]
): Promise<void> {
  await kubernetes.kubectl('set', 'env', `deployment/${deployment}`, ...variables);
  await kubernetes.kubectl('rollout', 'status', `deployment/${deployment}`, '--timeout=90s');
}
