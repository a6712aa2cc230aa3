/** The parts of `npm test`, in the order of its report. Each has recorded seconds and budgets of counts. */
export const TIERS = ['check', 'service', 'parity', 'cluster'] as const;
export type Tier = (typeof TIERS)[number];

/** Returns the tier of a test file of `jest.config.js`. All files of the end-to-end suite are of `cluster`. */
export function tierOf(path: string): Tier {
  return path.startsWith('test/parity/') ? 'parity' : 'service';
}

/** One test file of a Jest run. */
export interface TestFile {
  /** Path from the root of the repository, with slashes. */
  readonly path: string;
  readonly tier: Tier;
  readonly tests: number;
  readonly seconds: number;
}

/** A step beside the test files: a check, or a build that a cold cache lacked. */
export interface Step {
  readonly name: string;
  readonly seconds: number;
}
