/** What a runner process tells by its exit code. Names are used in logs; the operator maps the numbers. */
export const EXIT_CODE = {
  /** The run ended and `result.json` says success. */
  success: 0,
  /** A defect of ours, or the object store was out of reach: no `result.json`. */
  internalError: 1,
  /** The command line or the run spec could not be read. */
  usage: 2,
  /** The flow failed for a reason of the user's; `result.json` says which. Not to be retried. */
  flowFailed: 42,
  /** Another process already claimed this attempt. */
  alreadyClaimed: 43,
} as const;
