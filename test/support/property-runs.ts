/** The variable with which `npm run test:long -- properties` requests more samples. */
const FACTOR_VARIABLE = 'MILLRACE_PROPERTY_FACTOR';

/** Returns the factor for the number of samples of property tests; 1 in `npm test`. */
export function propertyFactor(environment: NodeJS.ProcessEnv = process.env): number {
  const factor = Number(environment[FACTOR_VARIABLE] ?? '1');
  if (Number.isInteger(factor) && factor >= 1) return factor;
  throw new Error(`${FACTOR_VARIABLE} must be a positive integer`);
}

/**
 * Returns the number of samples of a property test. fast-check chooses a new seed each time and reports it with
 * a failure.
 * @param runs samples in `npm test`
 */
export function propertyRuns(runs: number): { readonly numRuns: number } {
  return { numRuns: runs * propertyFactor() };
}
