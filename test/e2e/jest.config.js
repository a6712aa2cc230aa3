import base from '../../jest.config.js';
import { leftOut } from '../support/left-out.js';
import { EXECUTOR_TESTS } from './executor-tests.js';

/** One cluster for all files, with an installation for each worker. */
/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/e2e/**/*.test.ts', ...EXECUTOR_TESTS],
  testPathIgnorePatterns: ['/node_modules/', ...leftOut()],
  globalSetup: '<rootDir>/test/e2e/global-setup.ts',
  globalTeardown: '<rootDir>/test/e2e/global-teardown.ts',
  runner: '<rootDir>/test/e2e/runner.js',
  // Most tests wait for pods, leases or minutes: four share a machine of two cores.
  maxWorkers: 4,
  testSequencer: '<rootDir>/test/e2e/sequencer.ts',
  testTimeout: 300_000,
};
