import { processOf } from './container-process.ts';
import { eventually } from './eventually.ts';
import type { Kubernetes, Pod } from './kubernetes.ts';

const RETURNS_WITHIN_MS = 150_000;

export function podsOf(kubernetes: Kubernetes, component: string): Promise<readonly Pod[]> {
  return kubernetes.pods(`app.kubernetes.io/component=${component}`);
}

/**
 * Ends the processes of a component as if their machine had gone: none of them gets to tidy up.
 * Returns when the cluster knows it: until then it tells that they are ready still.
 */
export async function kill(kubernetes: Kubernetes, component: 'api' | 'operator'): Promise<void> {
  const before = await eventually(
    `${component} to be ready, to be killed`,
    () => podsOf(kubernetes, component),
    (pods) => pods.length > 0 && pods.every(isReady),
    RETURNS_WITHIN_MS,
  );
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

/** Waits until a component has so many pods, all ready and none of them about to go. */
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

/**
 * Waits until every pod of the API says itself, now, that it can serve: what the cluster tells of a
 * pod is as old as the last probe.
 */
export async function untilServing(kubernetes: Kubernetes, pods: number): Promise<void> {
  await eventually(
    `${pods} pods of the api that can serve`,
    async () => {
      const found = await podsOf(kubernetes, 'api');
      await Promise.all(found.map((pod) => kubernetes.ask(pod, 8055, 'ready')));
      return found.map(isReady);
    },
    (ready) => ready.length === pods && ready.every(Boolean),
    RETURNS_WITHIN_MS,
  );
}

/** Stops all of a StatefulSet's pods, and leaves them a second for it. Returns when they are gone. */
export async function takeAway(
  kubernetes: Kubernetes,
  component: 'postgres' | 's3',
): Promise<void> {
  const set = `statefulset/millrace-${component}`;
  await kubernetes.kubectl('scale', set, '--replicas=0');
  const selector = `app.kubernetes.io/component=${component}`;
  await kubernetes.kubectl('delete', 'pods', '--selector', selector, '--grace-period=1');
  await untilReady(kubernetes, component, 0);
}

export async function bringBack(
  kubernetes: Kubernetes,
  component: 'postgres' | 's3',
): Promise<void> {
  await kubernetes.kubectl('scale', `statefulset/millrace-${component}`, '--replicas=1');
  await untilReady(kubernetes, component, 1);
}

/** Ends a Deployment's pods, changes its variables (`NAME=value`, or `NAME-` to remove one), starts so many. */
export async function restartWith(
  kubernetes: Kubernetes,
  component: 'operator' | 'api',
  { replicas, variables }: { readonly replicas: number; readonly variables: readonly string[] },
): Promise<void> {
  const deployment = `deployment/millrace-${component}`;
  await kubernetes.kubectl('scale', deployment, '--replicas=0');
  await untilReady(kubernetes, component, 0);
  if (variables.length > 0) await kubernetes.kubectl('set', 'env', deployment, ...variables);
  await kubernetes.kubectl('scale', deployment, `--replicas=${replicas}`);
}

export function isReady({ metadata, status: { containerStatuses = [] } }: Pod): boolean {
  const isGoing = metadata.deletionTimestamp !== undefined;
  return !isGoing && containerStatuses.length > 0 && containerStatuses.every(({ ready }) => ready);
}
