import { changedTests } from '../changed-tests.ts';
import { NODE_TESTS } from './request.ts';

/** What `npm test -- --changed` runs. */
export interface ChangedPlan {
  /** Lines that say what is run, and what is left to the whole suite. */
  readonly lines: readonly string[];
  /** Whether the change concerns every test. */
  readonly isWhole: boolean;
  /** The runs of Jest: its arguments, and the node type that they are for. */
  readonly runs: readonly {
    readonly arguments: readonly string[];
    readonly node: string | null;
    /** How many test files run. */
    readonly files: number;
  }[];
}

/**
 * Plans the tests of a change.
 * @param since a commit; null: where HEAD left main
 * @throws Error when it is no commit
 */
export function planChanged(root: string, since: string | null): ChangedPlan {
  const { changed, everything, files, nodes, endToEnd, untested } = changedTests(
    root,
    since ?? undefined,
  );
  const isWhole = everything.length > 0;
  const lines = [
    `${changed.length} files changed since ${since ?? 'the branch left main'}.`,
    ...(isWhole ? [`Every test depends on ${everything.join(', ')}: the whole suite runs.`] : []),
    ...(endToEnd.length > 0 && !isWhole
      ? [`${endToEnd.length} files of the end-to-end suite depend on it: npm test -- test/e2e`]
      : []),
    ...(untested.length > 0 ? [`No test file depends on ${untested.join(', ')}.`] : []),
  ];
  const runs = [
    ...(files.length > 0
      ? [{ arguments: ['--runTestsByPath', ...files], node: null, files: files.length }]
      : []),
    // The folder has a few files.
    ...nodes.map((node) => ({ arguments: [NODE_TESTS], node, files: 1 })),
  ];
  return { lines, isWhole, runs };
}
