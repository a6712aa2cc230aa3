import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { processOf } from './container-process.ts';
import { eventually } from './eventually.ts';
import type { Kubernetes, Pod } from './kubernetes.ts';
import { place } from './place.ts';

const READY_WITHIN_MS = 150_000;
/** Connections that reach every pod of a Service, with near certainty. */
const CONNECTIONS = 16;
const CONNECTED_WITHIN_MS = 10_000;

export function podsOf(kubernetes: Kubernetes, component: string): Promise<readonly Pod[]> {
  return kubernetes.pods(`app.kubernetes.io/component=${component}`);
}

/**
 * Kills the processes of a component. Returns when the cluster has noticed: until then it reports the
 * pods as ready.
 */
export async function kill(kubernetes: Kubernetes, component: 'api' | 'operator'): Promise<void> {
  const before = await eventually(
    `${component} to be ready`,
    () => podsOf(kubernetes, component),
    (pods) => pods.length > 0 && pods.every(isReady),
    READY_WITHIN_MS,
  );
  for (const pod of before) process.kill(processOf(component, pod), 'SIGKILL');
  await eventually(
    `the cluster to notice the end of ${component}`,
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

/** Waits until a component has so many pods, all ready and none terminating. */
export async function untilReady(
  kubernetes: Kubernetes,
  component: string,
  pods: number,
): Promise<void> {
  await eventually(
    `${pods} ready pods of ${component}`,
    async () => (await podsOf(kubernetes, component)).map(isReady),
    (ready) => ready.length === pods && ready.every(Boolean),
    READY_WITHIN_MS,
  );
}

/**
 * Waits until every pod of the API answers its readiness endpoint, and its Service does: what the cluster
 * reports of a pod is as old as the last probe, and the proxy of a node learns of new pods even later.
 */
export async function untilServing(kubernetes: Kubernetes, pods: number): Promise<void> {
  await eventually(
    `${pods} serving pods of the api`,
    async () => {
      const found = await podsOf(kubernetes, 'api');
      await Promise.all(found.map((pod) => kubernetes.ask(pod, 8055, 'ready')));
      await Promise.all(Array.from({ length: CONNECTIONS }, connectToService));
      return found.map(isReady);
    },
    (ready) => ready.length === pods && ready.every(Boolean),
    READY_WITHIN_MS,
  );
}

/** Asks the address that clients of the API use, over a connection of its own. @throws Error unless it answers */
async function connectToService(): Promise<void> {
  const signal = AbortSignal.timeout(CONNECTED_WITHIN_MS);
  const request = http.get(new URL('/ready', place().api), { agent: false, signal });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  if (response.statusCode !== 200) throw new Error(`The Service answered ${response.statusCode}`);
}

/** Scales a StatefulSet to zero, with a grace period of a second. Returns when its pods are gone. */
export async function scaleDown(
  kubernetes: Kubernetes,
  component: 'postgres' | 's3',
): Promise<void> {
  const set = `statefulset/millrace-${component}`;
  await kubernetes.kubectl('scale', set, '--replicas=0');
  const selector = `app.kubernetes.io/component=${component}`;
  await kubernetes.kubectl('delete', 'pods', '--selector', selector, '--grace-period=1');
  await untilReady(kubernetes, component, 0);
}

/** Scales a StatefulSet to one replica. Returns when its pod is ready. */
export async function scaleUp(kubernetes: Kubernetes, component: 'postgres' | 's3'): Promise<void> {
  await kubernetes.kubectl('scale', `statefulset/millrace-${component}`, '--replicas=1');
  await untilReady(kubernetes, component, 1);
}

/**
 * Scales a Deployment to zero, changes its environment and scales it up. Does not wait for the new pods.
 * @param variables `NAME=value`, or `NAME-` to remove one
 */
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
  const isTerminating = metadata.deletionTimestamp !== undefined;
  return (
    !isTerminating && containerStatuses.length > 0 && containerStatuses.every(({ ready }) => ready)
  );
}
