import { refusalOfRecord } from './record.ts';

const PASSED = { failed: 0, skipped: 0, skippedSuites: 0 };

describe('the record of a run', () => {
  it('is written when everything ran and passed', () => {
    expect(refusalOfRecord(PASSED)).toBeNull();
  });

  it('is refused when something failed or was skipped, and says what', () => {
    const after = 'Record a run in which everything runs and passes.';
    expect(refusalOfRecord({ ...PASSED, failed: 2 })).toBe(
      `Nothing was recorded: 2 failed. ${after}`,
    );
    expect(refusalOfRecord({ ...PASSED, skippedSuites: 1 })).toBe(
      `Nothing was recorded: 1 suite was skipped. ${after}`,
    );
    expect(refusalOfRecord({ failed: 1, skipped: 3, skippedSuites: 2 })).toBe(
      `Nothing was recorded: 1 failed, 2 suites were skipped, 3 tests were skipped. ${after}`,
    );
  });
});
