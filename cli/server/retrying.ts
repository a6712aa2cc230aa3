import { setTimeout as pause } from 'node:timers/promises';
import { AnswerError, isAnswerLost, UnreachableError } from './server-error.ts';

const TRIES = 4;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Answers of what is busy or starts: the same request can succeed a moment later. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Reads again while the service is busy or the connection breaks.
 * @param wasThere whether a request arrived before: a service that is away since may be restarting
 * @throws what the last try came to
 */
export async function retryingRead<T>(work: () => Promise<T>, wasThere = false): Promise<T> {
  let isThere = wasThere;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      isThere ||= isAnswerLost(error);
      const asked = passing(error, isThere);
      if (asked === null || attempt >= TRIES) throw error;
      await pause(pauseAfter(attempt, asked));
    }
  }
}

/**
 * The same with what changes something, as long as it may be repeated.
 * @param mayRepeat asked before each repeat
 * @throws the last error; once an answer was lost, that: the request may have been carried out, and
 *   nothing that comes later says that it was not
 */
export async function retryingChange<T>(
  work: () => Promise<T>,
  mayRepeat: () => Promise<boolean>,
): Promise<T> {
  let lost: Error | null = null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (isAnswerLost(error)) lost = error;
      const asked = passing(error, lost !== null);
      if (asked === null || attempt >= TRIES) throw lost ?? error;
      await pause(pauseAfter(attempt, asked));
      if (!(await mayRepeat())) throw lost ?? error;
    }
  }
}

/** How long the service asks to wait, 0 when it does not say; null: trying again is of no use. */
function passing(error: unknown, wasThere: boolean): number | null {
  if (error instanceof UnreachableError) return error.isAway && !wasThere ? null : 0;
  if (error instanceof AnswerError && PASSING.has(error.status)) return error.retryAfterMs ?? 0;
  return null;
}

function pauseAfter(attempt: number, asked: number): number {
  return Math.min(asked || FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
}
