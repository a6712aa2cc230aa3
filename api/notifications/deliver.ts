import type { Logger } from 'pino';
import { errorCode } from '../../runner/domain/error-code.ts';
import { postJson, type PostTarget } from './post-json.ts';
import { PrivateHostError } from './public-hosts.ts';

export interface DeliveryDeps {
  readonly target: PostTarget;
  /** Bears what the notification is about. */
  readonly logger: Logger;
  /** Waits; rejects when no more tries are to be made. */
  readonly pause: (ms: number) => Promise<unknown>;
  /** Ends a try that is under way. */
  readonly signal: AbortSignal;
}

const TRY_TIMEOUT_MS = 5_000;
/** The pauses before the second and the third try. */
const RETRY_PAUSES_MS: readonly number[] = [1_000, 4_000];

/**
 * Sends a notification, three times at most. It never rejects, and logs how it went: neither the URL,
 * which may hold a token, nor the secret, nor a message that could repeat them.
 */
export async function deliver(json: string, deps: DeliveryDeps): Promise<void> {
  const { logger } = deps;
  for (const [index, pauseMs] of [...RETRY_PAUSES_MS, null].entries()) {
    const outcome = await tryOnce(json, deps);
    const fields = { attempt: index + 1, reason: outcome.reason };
    if (outcome.kind === 'delivered') {
      logger.info({ attempt: index + 1 }, 'a notification was delivered');
      return;
    }
    if (outcome.kind === 'refused' || pauseMs === null) {
      logger.error(fields, 'a notification was not delivered');
      return;
    }
    logger.warn({ ...fields, retryMs: pauseMs }, 'a notification is tried again');
    try {
      await deps.pause(pauseMs);
    } catch {
      logger.error(fields, 'a notification was not delivered: the service ends');
      return;
    }
  }
}

interface Outcome {
  /** `refused`: another try would end the same way. */
  readonly kind: 'delivered' | 'failed' | 'refused';
  readonly reason: string;
}

async function tryOnce(json: string, { target, signal }: DeliveryDeps): Promise<Outcome> {
  const timeout = AbortSignal.timeout(TRY_TIMEOUT_MS);
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

/** Redirects are refusals: following them could lead anywhere. */
function kindOf(status: number): Outcome['kind'] {
  if (status >= 200 && status < 300) return 'delivered';
  return status >= 500 || status === 408 || status === 429 ? 'failed' : 'refused';
}
