import endToEnd from '../../e2e/jest.config.js';

/** Suites that take too long for every change, with the requirements of the end-to-end suite. */
/** @type {import('jest').Config} */
export default {
  ...endToEnd,
  rootDir: '../../..',
  testMatch: ['<rootDir>/test/long/{cluster,images}/*.test.ts'],
  // Chaos and builds would starve each other.
  maxWorkers: 1,
  testTimeout: 3_600_000,
};
