import { leftOut } from './test/support/left-out.js';

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  testMatch: ['<rootDir>/**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/e2e/',
    '<rootDir>/test/long/',
    ...leftOut(),
  ],
  testSequencer: '<rootDir>/test/support/longest-first.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/count-processes.ts'],
  moduleNameMapper: { '/forbid-core-dumps\\.ts$': '<rootDir>/test/support/kept-core-limits.ts' },
  modulePathIgnorePatterns: ['<rootDir>/.millrace/', '<rootDir>/.millrace-bundles/'],
  filter: '<rootDir>/test/support/runnable-suites.ts',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Tests wait for a database or a runner much of the time: three workers share a machine of two cores.
  maxWorkers: 3,
  // Ends a test that hangs; one that waits on a machine with thirty things to do goes on.
  testTimeout: 120_000,
};
