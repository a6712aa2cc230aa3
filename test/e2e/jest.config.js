import base from '../../jest.config.js';

/**
 * One cluster for all files, one file at a time: its two ends share the machine already. What the
 * contract promises everywhere is held against the installation too.
 */
/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/e2e/**/*.test.ts', '<rootDir>/test/contract/everywhere/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/test/e2e/global-setup.ts',
  globalTeardown: '<rootDir>/test/e2e/global-teardown.ts',
  maxWorkers: 1,
  testSequencer: '<rootDir>/test/e2e/sequencer.js',
  testTimeout: 300_000,
};
