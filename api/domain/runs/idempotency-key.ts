import { createHash } from 'node:crypto';

/**
 * A stored idempotency key, unique for a flow. Webhooks, run requests, retries and schedules (`slotKey`) have
 * separate namespaces, so that equal headers never collide. A digest fits an index, and keeps the
 * client's text out of the database.
 */
export type StoredKey = string;

/** @returns null when the header is absent or empty */
export function triggerKey(header: string | undefined): StoredKey | null {
  // No prefix: keys of webhooks are older than namespaces.
  return keyOf('', header);
}

/** @returns null when the header is absent or empty */
export function runKey(header: string | undefined): StoredKey | null {
  return keyOf('run/', header);
}

/** The key of a retry of the run. @returns null when the header is absent or empty */
export function retryKey(runId: string, header: string | undefined): StoredKey | null {
  return keyOf(`retry/${runId}/`, header);
}

function keyOf(namespace: string, header = ''): StoredKey | null {
  if (header === '') return null;
  return `${namespace}${createHash('sha256').update(header).digest('hex')}`;
}
