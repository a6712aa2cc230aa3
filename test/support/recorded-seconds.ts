import path from 'node:path';
import { readDurations } from '../../scripts/test/durations.ts';
import type { Tier } from '../../scripts/test/tiers.ts';

/** How long test files took when durations were recorded by `npm test -- --record`. */
export interface RecordedSeconds {
  /** The sum of all files. */
  readonly total: number;
  /** Returns the seconds of a file, by its absolute path. */
  of(file: string): number;
}

const root = path.resolve(import.meta.dirname, '..', '..');
/** Assumed for a file that was never recorded: it starts among the long ones, in case it is one. */
const UNKNOWN_SECONDS = 20;

/** Reads the recorded seconds of the files of some tiers. */
export function recordedSeconds(tiers: readonly Tier[]): RecordedSeconds {
  const recorded = readDurations(root);
  const seconds = new Map(tiers.flatMap((tier) => Object.entries(recorded.tiers[tier].files)));
  return {
    total: [...seconds.values()].reduce((sum, each) => sum + each, 0),
    of: (file) =>
      seconds.get(path.relative(root, file).replaceAll(path.sep, '/')) ?? UNKNOWN_SECONDS,
  };
}
