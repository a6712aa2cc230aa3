import { createHash } from 'node:crypto';
import { isAlreadyExists } from '../../kubernetes/client/kube-api-error.ts';
import type { KubeApi } from '../../kubernetes/client/kube-api.ts';
import { paths } from '../../kubernetes/resources/paths.ts';
import { GROUP, VERSION } from '../../kubernetes/resources/run.ts';
import { timeText } from '../../kubernetes/resources/time-text.ts';
import type { ObjectEvent } from './object-event.ts';

const MAX_MESSAGE_LENGTH = 1000;

/**
 * Creates an Event in the API server. Its name is a hash of the object, the occasion and the reason, so
 * one transition gives one Event however often it is recorded.
 * @throws KubeApiError for any answer but AlreadyExists
 */
export async function createEvent(api: KubeApi, event: ObjectEvent, now: Date): Promise<void> {
  const { kind, name, namespace, uid, occasion, type, reason, message } = event;
  const key = `${uid}/${occasion}/${reason}`;
  const time = timeText(now);
  const body = {
    metadata: {
      name: `${name}.${createHash('sha256').update(key).digest('hex').slice(0, 16)}`,
      namespace,
    },
    involvedObject: { apiVersion: `${GROUP}/${VERSION}`, kind, name, namespace, uid },
    type,
    reason,
    message: message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed(),
    source: { component: 'millrace-operator' },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  };
  try {
    await api.request(paths.events(namespace), { method: 'POST', body });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}
