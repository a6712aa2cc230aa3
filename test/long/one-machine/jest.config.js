import base from '../../../jest.config.js';

/** Suites that take too long for every change and need only this machine. */
/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../../..',
  testMatch: ['<rootDir>/test/long/one-machine/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: undefined,
  globalTeardown: undefined,
  maxWorkers: 1,
  testTimeout: 900_000,
};
