/** The variable by which `npm run test:long -- properties` asks for more samples. */
const FACTOR_VARIABLE = 'MILLRACE_PROPERTY_FACTOR';

/** How many times the usual number of samples a property test takes; 1 in `npm test`. */
export function propertyFactor(environment: NodeJS.ProcessEnv = process.env): number {
  const factor = Number(environment[FACTOR_VARIABLE] ?? '1');
  if (Number.isInteger(factor) && factor >= 1) return factor;
  throw new Error(`${FACTOR_VARIABLE} is no positive integer`);
}

/**
 * The number of samples of a property test. fast-check takes a new seed each time and reports it with
 * a failure.
 * @param runs samples in `npm test`
 */
export function propertyRuns(runs: number): { readonly numRuns: number } {
  return { numRuns: runs * propertyFactor() };
}
