const EVERYWHERE = '<rootDir>/test/contract/everywhere';

/**
 * Tests of the contract whose answers depend on how runs are executed: in a cluster states, events, logs, outputs
 * and cached results cross processes and pods. `npm test` runs them on an installation; the other files of
 * `contract/everywhere` differ there in nothing but the URL, so that `npm run test:long -- everywhere` runs those.
 */
export const EXECUTOR_TESTS = [
  `${EVERYWHERE}/cached-runs.test.ts`,
  `${EVERYWHERE}/downloads.test.ts`,
  `${EVERYWHERE}/log-stream.test.ts`,
  `${EVERYWHERE}/run-events.test.ts`,
  `${EVERYWHERE}/run-states.test.ts`,
  `${EVERYWHERE}/runs-ended-cases.test.ts`,
  `${EVERYWHERE}/schedules-run-now.test.ts`,
];
