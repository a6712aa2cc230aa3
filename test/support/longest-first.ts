import { statSync } from 'node:fs';
import type { Tier } from '../../scripts/test/tiers.ts';
import { recordedSeconds } from './recorded-seconds.ts';

/** What Jest calls to order test files. */
interface Sequencer {
  sort<Test extends { readonly path: string }>(tests: readonly Test[]): Test[];
  /** Jest would keep durations here; `npm test -- --record` does. */
  cacheResults(): void;
}

/**
 * Returns a sequencer that starts the files first which took longest when durations were recorded, so that no
 * worker is left with a long one at the end. Files of the same duration, such as those that were never recorded,
 * are in the order of their size.
 */
export function longestFirst(tiers: readonly Tier[]): new () => Sequencer {
  const seconds = recordedSeconds(tiers);
  return class LongestFirst implements Sequencer {
    sort<Test extends { readonly path: string }>(tests: readonly Test[]): Test[] {
      return tests.toSorted(
        (a, b) =>
          seconds.of(b.path) - seconds.of(a.path) ||
          statSync(b.path).size - statSync(a.path).size ||
          a.path.localeCompare(b.path),
      );
    }

    cacheResults(): void {
      return;
    }
  };
}

/** For `jest.config.js`. */
export default longestFirst(['service', 'parity']);
