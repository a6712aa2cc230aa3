import endToEnd from '../../e2e/jest.config.js';

/** What takes too long for every change and needs what the end-to-end suite needs. */
/** @type {import('jest').Config} */
export default {
  ...endToEnd,
  rootDir: '../../..',
  testMatch: ['<rootDir>/test/long/{cluster,images}/*.test.ts'],
  // Chaos and builds would starve each other.
  maxWorkers: 1,
  testTimeout: 3_600_000,
};
