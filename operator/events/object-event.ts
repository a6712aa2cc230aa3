import type { Condition } from '../../kubernetes/resources/condition.ts';

/** The state that an object came to, for people who ask for its events. */
export interface ObjectEvent {
  readonly kind: 'Run' | 'Schedule';
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  /** Tells apart transitions to one reason: there is one event for each. */
  readonly occasion: string;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** What an event says of the object that it is about. */
export type EventSubject = Pick<ObjectEvent, 'name' | 'namespace' | 'uid'>;

/** Of a condition of an object. */
export function eventOf(
  kind: ObjectEvent['kind'],
  { name, namespace, uid }: EventSubject,
  { reason, message }: Pick<Condition, 'reason' | 'message'>,
  more: Pick<ObjectEvent, 'occasion' | 'type'>,
): ObjectEvent {
  return { kind, name, namespace, uid, reason, message, ...more };
}
