/** The time of a slot as runs and resources are given it: ISO 8601, UTC, whole seconds. */
export function slotText(slot: Date): string {
  return slot.toISOString().replace(/\.\d+Z$/, 'Z');
}
