/** Reports what this machine lacks for a benchmark. */
export class UnmeasurableError extends Error {
  override readonly name = 'UnmeasurableError';
}
