import type { Logger } from 'pino';
import { errorCode } from '../../runner/domain/error-code.ts';
import { postJson, type PostTarget } from './post-json.ts';
import { PrivateHostError } from '../../runner/connectors/http/public-hosts.ts';

export interface DeliveryDeps {
  readonly target: PostTarget;
  /** A logger with the fields of the event. */
  readonly logger: Logger;
  /** Waits before a retry. It rejects when there are no more retries. */
  readonly pause: (ms: number) => Promise<unknown>;
  /** Aborts the attempt in progress. */
  readonly signal: AbortSignal;
}

const ATTEMPT_TIMEOUT_MS = 5_000;
/** The backoff before the second and the third attempt. */
const BACKOFF_MS: readonly number[] = [1_000, 4_000];

/**
 * Sends a notification with up to three attempts. It never rejects. The log gets the outcome, but not the
 * URL, the secret or an error message, each of which can contain a credential.
 */
export async function deliver(json: string, deps: DeliveryDeps): Promise<void> {
  const { logger } = deps;
  for (const [index, backoffMs] of [...BACKOFF_MS, null].entries()) {
    const outcome = await attemptOnce(json, deps);
    const fields = { attempt: index + 1, reason: outcome.reason };
    if (outcome.kind === 'delivered') {
      logger.info({ attempt: index + 1 }, 'a notification was delivered');
      return;
    }
    if (outcome.kind === 'refused' || backoffMs === null) {
      logger.error(fields, 'a notification was not delivered');
      return;
    }
    logger.warn(
      { ...fields, retryMs: backoffMs },
      'a notification was not delivered: it is retried',
    );
    try {
      await deps.pause(backoffMs);
    } catch {
      logger.error(fields, 'a notification was not delivered: the service is stopping');
      return;
    }
  }
}

interface Outcome {
  /** `refused`: a retry would have the same result. */
  readonly kind: 'delivered' | 'failed' | 'refused';
  readonly reason: string;
}

async function attemptOnce(json: string, { target, signal }: DeliveryDeps): Promise<Outcome> {
  const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  try {
    const status = await postJson(target, json, AbortSignal.any([signal, timeout]));
    return { kind: kindOf(status), reason: `status ${status}` };
  } catch (error) {
    if (timeout.aborted) return { kind: 'failed', reason: 'no answer in time' };
    return {
      kind: error instanceof PrivateHostError ? 'refused' : 'failed',
      reason: errorCode(error) ?? (error instanceof Error ? error.name : 'unknown'),
    };
  }
}

/** Redirects count as refused: their target is not checked. */
function kindOf(status: number): Outcome['kind'] {
  if (status >= 200 && status < 300) return 'delivered';
  return status >= 500 || status === 408 || status === 429 ? 'failed' : 'refused';
}
