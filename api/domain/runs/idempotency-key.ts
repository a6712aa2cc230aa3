import { createHash } from 'node:crypto';

/**
 * The key as it is stored: unique for a flow, over everything that starts runs of it. Webhooks, run
 * requests and retries have a namespace each (schedules theirs: `slotKey`), so that equal headers of
 * two callers never mean one run. Digests fit an index whatever the length, and do not keep what
 * clients put into their keys.
 */
export type StoredKey = string;

/** @returns null for no key: the header is absent or empty */
export function triggerKey(header: string | undefined): StoredKey | null {
  // Without a prefix: keys of webhooks were stored before others had any.
  return keyOf('', header);
}

/** @returns null for no key: the header is absent or empty */
export function runKey(header: string | undefined): StoredKey | null {
  return keyOf('run/', header);
}

/** A key of one run's retries. @returns null for no key: the header is absent or empty */
export function retryKey(runId: string, header: string | undefined): StoredKey | null {
  return keyOf(`retry/${runId}/`, header);
}

function keyOf(namespace: string, header = ''): StoredKey | null {
  if (header === '') return null;
  return `${namespace}${createHash('sha256').update(header).digest('hex')}`;
}
