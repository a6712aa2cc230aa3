import { UserError } from '../domain/errors.ts';

/** A commit that the server did not answer, so that what it should make visible may be visible. */
export class UnknownOutcomeError extends UserError {
  override readonly name = 'UnknownOutcomeError';
}

/** What is written but not visible yet. One of the two is called, once. */
export interface PendingWrite {
  commit(): Promise<void> | void;
  /** Writes with the same transaction become visible together, by the last of their commits. Absent: its own. */
  readonly transaction?: object;
  rollback(): Promise<void> | void;
}
