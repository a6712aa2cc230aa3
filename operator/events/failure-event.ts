import { errorMessage } from '../../runner/domain/error-message.ts';
import { eventOf, type EventSubject, type ObjectEvent } from './object-event.ts';

/** Reports that an object cannot be reconciled: one event for each version of its spec. */
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
