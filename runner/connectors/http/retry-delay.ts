import type { IncomingHttpHeaders } from 'node:http';

/** How often a request is sent at most. */
export const MAX_ATTEMPTS = 4;

/** A server that asks for a longer delay is not waited for. */
export const MAX_RETRY_AFTER_SECONDS = 60;

const FIRST_BACKOFF_MS = 500;

/** The status of an answer that is not ready. */
export const ACCEPTED_STATUS = 202;

/** Statuses after which the same request may succeed later. */
export const RETRIED_STATUSES: ReadonlySet<number> = new Set([ACCEPTED_STATUS, 429, 502, 503, 504]);

/** The backoff in milliseconds after a failed attempt. It doubles each time. @param attempt from 1 */
export function backoffMs(attempt: number): number {
  return FIRST_BACKOFF_MS * 2 ** (attempt - 1);
}

/** The seconds that the header `Retry-After` asks for, as a number or a date; null: none. */
export function retryAfterSeconds(headers: IncomingHttpHeaders, now: number): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1000);
}
