/** Formats the time of a slot for runs and resources: ISO 8601, UTC, whole seconds. */
export function slotText(slot: Date): string {
  return slot.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Returns the idempotency key of the run of a slot, so that only one of several processes starts it. */
export function slotKey(scheduleId: string, slot: Date): string {
  return `schedule/${scheduleId}/${slot.toISOString()}`;
}
