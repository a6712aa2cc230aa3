/** The results of a whole run, as far as they decide whether it is a record. */
export interface Results {
  readonly failed: number;
  readonly skipped: number;
  readonly skippedSuites: number;
}

/**
 * Says why the durations and counts of a run are not written: those of a run that failed or left something out
 * would be the measure of later runs.
 * @returns null when everything ran and passed
 */
export function refusalOfRecord({ failed, skipped, skippedSuites }: Results): string | null {
  const reasons = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skippedSuites > 0 ? [`${counted(skippedSuites, 'suite')} skipped`] : []),
    ...(skipped > 0 ? [`${counted(skipped, 'test')} skipped`] : []),
  ];
  if (reasons.length === 0) return null;
  return `Nothing was recorded: ${reasons.join(', ')}. Record a run in which everything runs and passes.`;
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun} was` : `${count} ${noun}s were`;
}
