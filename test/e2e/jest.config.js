import base from '../../jest.config.js';

/**
 * One cluster for all files, with an installation for each worker. The tests of `contract/everywhere`
 * run against an installation too.
 */
/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/e2e/**/*.test.ts', '<rootDir>/test/contract/everywhere/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/test/e2e/global-setup.ts',
  globalTeardown: '<rootDir>/test/e2e/global-teardown.ts',
  runner: '<rootDir>/test/e2e/runner.js',
  // Most tests wait for pods, leases or minutes: four share a machine of two cores.
  maxWorkers: 4,
  testSequencer: '<rootDir>/test/e2e/sequencer.js',
  testTimeout: 300_000,
};
