import { createHmac, scryptSync } from 'node:crypto';
import { equalSecrets } from './equal-secrets.ts';

/** For how long a ticket opens a stream; a stream that is open goes on. */
export const TICKET_VALID_MS = 60_000;
const FORM = /^(\d{1,15})\.([\w-]{43})$/;

export interface StreamTicket {
  readonly ticket: string;
  readonly expiresAt: Date;
}

/**
 * Tickets that open the streams of one run in place of the API token, for a minute: a browser's
 * EventSource cannot send headers. They are signed with a key made of the API token, so every replica
 * accepts those of the others, and none are stored.
 */
export class StreamTickets {
  readonly #secret: string;
  readonly #now: () => Date;
  #key: Buffer | null = null;

  /** @param secret null: the server asks for no token, and nobody looks at tickets */
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
    const [, time = '', signature = ''] = FORM.exec(ticket) ?? [];
    if (time === '' || Number(time) <= this.#now().getTime()) return false;
    return equalSecrets(signature, this.#signature(runId, time));
  }

  #signature(runId: string, time: string): string {
    // Slow on purpose, once: a ticket in somebody's log must not help to guess a weak token.
    this.#key ??= scryptSync(this.#secret, 'millrace stream tickets', 32);
    return createHmac('sha256', this.#key).update(`${time}\n${runId}`).digest('base64url');
  }
}
