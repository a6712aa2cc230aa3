import base from '../../../jest.config.js';

const { MILLRACE_PROPERTY_FACTOR = '20' } = process.env;
// Jest's workers inherit it: see test/support/property-runs.ts.
process.env.MILLRACE_PROPERTY_FACTOR = MILLRACE_PROPERTY_FACTOR;
// See test/support/nightly.ts.
process.env.MILLRACE_NIGHT = '1';

/** The property tests of `npm test` with more samples, what they leave to the night, and ten minutes of schemathesis. */
/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../../..',
  testMatch: [
    '<rootDir>/runner/engines/pandas/kernels/kernels.test.ts',
    '<rootDir>/runner/expressions/engine-agreement.test.ts',
    '<rootDir>/runner/formats/delimited/delimited-scan.test.ts',
    '<rootDir>/runner/formats/round-trip.test.ts',
    '<rootDir>/test/parity/nodes/examples.test.ts',
    '<rootDir>/test/parity/nodes/large-tables.test.ts',
    '<rootDir>/test/parity/nodes/properties.test.ts',
    '<rootDir>/test/parity/nodes/scripts.test.ts',
    '<rootDir>/test/parity/found-columns.test.ts',
    '<rootDir>/test/contract/property-based-client.test.ts',
    '<rootDir>/test/parity/any-expressions.test.ts',
    '<rootDir>/runner/plan/empty-texts.test.ts',
    '<rootDir>/runner/plan/passes/optimize.test.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/'],
  // Large tables take up to 10 GB, the others up to 3 GB: with three workers 24 GB were not enough.
  maxWorkers: 2,
  testTimeout: 3_600_000,
};
