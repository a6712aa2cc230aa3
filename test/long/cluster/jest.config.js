import endToEnd from '../../e2e/jest.config.js';

/** What is too long for every change, on the cluster of the end-to-end suite. */
/** @type {import('jest').Config} */
export default {
  ...endToEnd,
  rootDir: '../../..',
  testMatch: ['<rootDir>/test/long/cluster/*.test.ts'],
  testTimeout: 3_600_000,
};
