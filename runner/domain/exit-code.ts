/** Exit codes of a runner process. Logs use the names; the operator maps the numbers to exit reasons. */
export const EXIT_CODE = {
  /** The run succeeded; `result.json` has the result. */
  success: 0,
  /** An internal error, or the object store is unreachable. There is no `result.json`. */
  internalError: 1,
  /** The command line or the run spec is invalid. */
  usage: 2,
  /** The flow failed with a user error, recorded in `result.json`. Must not be retried. */
  flowFailed: 42,
  /** Another process has claimed this attempt. */
  alreadyClaimed: 43,
} as const;
