import { setTimeout as pause } from 'node:timers/promises';
import type { NewVersion, VersionTarget } from '../../domain/datasets/add-version-store.ts';
import type { Registration, RegistrationStore } from '../../domain/datasets/registration-store.ts';

/**
 * The outcome of a registration, also when the response of the database was lost. `failed`: the version does
 * not exist. `unclear`: it may exist; the database did not answer.
 */
export type RegistrationEnd =
  | Registration
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'unclear'; readonly error: unknown; readonly unanswered: unknown };

/** The pauses before each query for the outcome, in which the pool reconnects. */
const PAUSES_MS = [0, 500, 2_000];

/**
 * Registers a version and withdraws the deletions of its files. One that fails may have been committed, when the connection was lost behind
 * its COMMIT: the database is asked, three times at most.
 */
export async function registerVersion(
  store: RegistrationStore,
  target: VersionTarget,
  version: NewVersion,
  deletions: readonly bigint[],
): Promise<RegistrationEnd> {
  try {
    return await store.register(target, version, deletions);
  } catch (error) {
    let unanswered: unknown;
    for (const ms of PAUSES_MS) {
      await pause(ms);
      try {
        return (await store.outcomeOf(version, target)) ?? { kind: 'failed', error };
      } catch (failure) {
        unanswered = failure;
      }
    }
    return { kind: 'unclear', error, unanswered };
  }
}
