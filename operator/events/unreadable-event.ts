import type { KubeObject } from '../../kubernetes/client/kube-object.ts';
import { eventOf, type ObjectEvent } from './object-event.ts';

/** Reports that this version of the operator cannot read an object, once for each version of its spec. */
export function unreadableEvent(
  kind: ObjectEvent['kind'],
  { metadata }: KubeObject,
  why: string,
): ObjectEvent {
  const { name, namespace = '', uid, generation = 1 } = metadata;
  const message = `This version of the operator cannot read it: ${why}. Upgrade the operator, or delete it.`;
  return eventOf(
    kind,
    { name, namespace, uid },
    { reason: 'Unreadable', message },
    { occasion: String(generation), type: 'Warning' },
  );
}
