/** Files of these folders wait for whole minutes or for outages: others run beside them. */
const LONGEST_FIRST = ['e2e/schedules/', 'e2e/faults/', 'e2e/'];

/** Starts the longest test files first, so that no worker is left with one at the end. */
export default class Sequencer {
  /**
   * @template {{ readonly path: string }} Test
   * @param {readonly Test[]} tests
   * @returns {Test[]}
   */
  sort(tests) {
    /** @param {Test} test */
    const rank = ({ path }) => {
      const index = LONGEST_FIRST.findIndex((folder) =>
        path.replaceAll('\\', '/').includes(folder),
      );
      return index === -1 ? LONGEST_FIRST.length : index;
    };
    return tests.toSorted((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path));
  }

  /** Keeps nothing from one run to the next. */
  cacheResults() {
    return;
  }
}
