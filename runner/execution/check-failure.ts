import { UserError } from '../domain/errors.ts';
import type { Assertion } from './node-report.ts';

/** A check of the mode `error` is violated. */
export class CheckFailure extends UserError {
  override readonly name = 'CheckFailure';
  readonly assertion: Assertion;

  constructor(message: string, assertion: Assertion) {
    super(message);
    this.assertion = assertion;
  }
}
