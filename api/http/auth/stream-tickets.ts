import { createHmac, scryptSync } from 'node:crypto';
import { equalSecrets } from './equal-secrets.ts';

/** How long a ticket can open a stream. An open stream outlives its ticket. */
export const TICKET_VALID_MS = 60_000;
const TICKET = /^(\d{1,15})\.([\w-]{43})$/;

export interface StreamTicket {
  readonly ticket: string;
  readonly expiresAt: Date;
}

/**
 * Issues and verifies tickets. A ticket replaces the API token for the streams of one run, for a minute,
 * since a browser's EventSource cannot send headers. The signing key is derived from the API token, so
 * every replica accepts the tickets of the others and none is stored.
 */
export class StreamTickets {
  readonly #secret: string;
  readonly #now: () => Date;
  #key: Buffer | null = null;

  /** @param secret the API token; null when the server requires none and no ticket is verified */
  constructor(secret: string | null, now: () => Date) {
    this.#secret = secret ?? '';
    this.#now = now;
  }

  issue(runId: string): StreamTicket {
    const expiresAt = new Date(this.#now().getTime() + TICKET_VALID_MS);
    const time = String(expiresAt.getTime());
    return { ticket: `${time}.${this.#signature(runId, time)}`, expiresAt };
  }

  accepts(ticket: string, runId: string): boolean {
    const [, time = '', signature = ''] = TICKET.exec(ticket) ?? [];
    if (time === '' || Number(time) <= this.#now().getTime()) return false;
    return equalSecrets(signature, this.#signature(runId, time));
  }

  #signature(runId: string, time: string): string {
    // A slow derivation: a leaked ticket must not help to guess a weak token.
    this.#key ??= scryptSync(this.#secret, 'millrace stream tickets', 32);
    return createHmac('sha256', this.#key).update(`${time}\n${runId}`).digest('base64url');
  }
}
