import endToEnd from '../../e2e/jest.config.js';

/** What `npm test` leaves to the night of the cluster: the whole contract on an installation, and the images. */
/** @type {import('jest').Config} */
export default {
  ...endToEnd,
  rootDir: '../../..',
  testMatch: [
    '<rootDir>/test/contract/everywhere/*.test.ts',
    '<rootDir>/test/e2e/{images,standalone}.test.ts',
    '<rootDir>/test/images/*.test.ts',
  ],
};
