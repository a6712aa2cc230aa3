import { eventOf, type EventSubject, type ObjectEvent } from './object-event.ts';

/** Reports that an object cannot be reconciled: one event for each version of its spec. */
export function failureEvent(
  kind: ObjectEvent['kind'],
  subject: EventSubject & { readonly generation: number },
  error: unknown,
): ObjectEvent {
  const said = error instanceof Error ? error.message : String(error);
  const message = `The operator tries again and again: ${said}`;
  return eventOf(
    kind,
    subject,
    { reason: 'ReconcileFailed', message },
    { occasion: String(subject.generation), type: 'Warning' },
  );
}
