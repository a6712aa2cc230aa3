import { errorMessage } from '../../runner/domain/error-message.ts';
import type { KubeObject } from '../../kubernetes/client/kube-object.ts';
import type { Condition } from '../../kubernetes/resources/condition.ts';

/** An Event to emit about a Run or a Schedule. */
export interface ObjectEvent {
  readonly kind: 'Run' | 'Schedule';
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  /** Distinguishes transitions to the same reason: the object gets one Event for each occasion. */
  readonly occasion: string;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** The object that an Event is about. */
export type EventSubject = Pick<ObjectEvent, 'name' | 'namespace' | 'uid'>;

/** The Event of a condition that an object has now. */
export function eventOf(
  kind: ObjectEvent['kind'],
  { name, namespace, uid }: EventSubject,
  { reason, message }: Pick<Condition, 'reason' | 'message'>,
  more: Pick<ObjectEvent, 'occasion' | 'type'>,
): ObjectEvent {
  return { kind, name, namespace, uid, reason, message, ...more };
}

/** Reports that reconciles of an object keep failing, once for each generation of the object. */
export function failureEvent(
  kind: ObjectEvent['kind'],
  subject: EventSubject & { readonly generation: number },
  error: unknown,
): ObjectEvent {
  const message = `The operator tries again and again: ${errorMessage(error)}`;
  return eventOf(
    kind,
    subject,
    { reason: 'ReconcileFailed', message },
    { occasion: String(subject.generation), type: 'Warning' },
  );
}

/** Reports that this version of the operator cannot read an object, once for each generation of it. */
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
