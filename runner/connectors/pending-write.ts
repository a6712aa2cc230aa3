import { UserError } from '../domain/errors.ts';

/** A commit without an answer that says whether it was done, so that what it should make visible may be visible. */
export class UnknownOutcomeError extends UserError {
  override readonly name = 'UnknownOutcomeError';
}

/** What a driver throws when the answer to a commit does not say whether the server did it. The cause has the reason. */
export class UncertainCommitError extends Error {
  override readonly name = 'UncertainCommitError';
  constructor(cause: unknown) {
    super('The outcome of a commit is unknown', { cause });
  }
}

/** What is written but not visible yet. One of the two is called, once. */
export interface PendingWrite {
  commit(): Promise<void> | void;
  /** Writes with the same transaction become visible together, by the last of their commits. Absent: its own. */
  readonly transaction?: object;
  rollback(): Promise<void> | void;
}
