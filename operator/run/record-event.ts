import { createHash } from 'node:crypto';
import { isAlreadyExists } from '../kube/kube-api-error.ts';
import type { KubeApi } from '../kube/kube-api.ts';
import { GROUP, VERSION } from '../resources/run.ts';
import { paths } from '../resources/paths.ts';
import type { VersionedRun } from './read-objects.ts';

const LONGEST_MESSAGE = 1000;

/**
 * Records the state that a Run came to as an Event. Its name follows from the Run, the attempt and the
 * reason, so that one transition makes one event, however often it is reported.
 */
export async function recordEvent(api: KubeApi, run: VersionedRun, now: Date): Promise<void> {
  const summary = run.status.conditions?.find(({ type }) => type === 'Succeeded');
  if (summary === undefined) return;
  const { reason, message, status } = summary;
  const key = `${run.uid}/${run.status.attempt ?? 0}/${reason}`;
  const time = now.toISOString().replace(/\.\d+Z$/, 'Z');
  const body = {
    metadata: {
      name: `${run.name}.${createHash('sha256').update(key).digest('hex').slice(0, 16)}`,
      namespace: run.namespace,
    },
    involvedObject: {
      apiVersion: `${GROUP}/${VERSION}`,
      kind: 'Run',
      name: run.name,
      namespace: run.namespace,
      uid: run.uid,
    },
    type: status === 'False' || reason === 'AttemptLost' ? 'Warning' : 'Normal',
    reason,
    message: message.slice(0, LONGEST_MESSAGE),
    source: { component: 'millrace-operator' },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  };
  try {
    await api.request(paths.events(run.namespace), { method: 'POST', body });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}
