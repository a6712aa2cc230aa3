/** The variable with which `npm run test:long -- properties` requests more samples. */
const FACTOR_VARIABLE = 'MILLRACE_PROPERTY_FACTOR';

/** Returns the factor for the number of samples of property tests; 1 in `npm test`. */
export function propertyFactor(environment: NodeJS.ProcessEnv = process.env): number {
  const factor = Number(environment[FACTOR_VARIABLE] ?? '1');
  if (Number.isInteger(factor) && factor >= 1) return factor;
  throw new Error(`${FACTOR_VARIABLE} must be a positive integer`);
}

/** The seed of `npm test`: a change fails for what it changes, not for the samples that it drew. */
export const SEED_OF_NPM_TEST = 20_261_123;

/**
 * Returns the number of samples of a property test and their seed. `npm test` draws the same samples each time;
 * `npm run test:long -- properties` draws others, and fast-check reports their seed with a failure.
 * @param runs samples in `npm test`
 */
export function propertyRuns(runs: number): { readonly numRuns: number; readonly seed?: number } {
  const factor = propertyFactor();
  return factor === 1 ? { numRuns: runs, seed: SEED_OF_NPM_TEST } : { numRuns: runs * factor };
}
