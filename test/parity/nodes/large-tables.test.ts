import fc from 'fast-check';
import type { Frame } from '../../../runner/engines/pandas/frame.ts';
import { takeRows } from '../../../runner/engines/pandas/kernels/columns/take-rows.ts';
import type { NodeUse } from '../../support/node-arbitrary.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { flowDifference } from './engine-difference.ts';
import { subjectsOf, usesOf } from './operator-nodes.ts';

/** More rows than the polars engine collects after each node, whatever the columns: its plan stays lazy. */
const LARGE_ROWS = 300_000;

const subjects = subjectsOf('large tables').map((subject) => [subject.title, subject] as const);

describe.each(subjects)('%s', (_title, subject) => {
  it('gives the same table or the same error on both engines for a table that stays lazy', async () => {
    const uses = usesOf(subject, { minRows: 1, maxRows: 20, pool: 'ordinary' }).map(enlarged);
    const agrees = async (use: NodeUse): Promise<void> => {
      expect(await flowDifference(subject.node.id, use)).toBeNull();
    };
    // Shrinking would run hundreds of large tables: the smaller properties find most mistakes.
    await fc.assert(fc.asyncProperty(uses, agrees), { ...propertyRuns(1), endOnFailure: true });
  });
});

/** A join of each row with each of these has a million rows at most, of which both engines keep all values. */
const OTHER_ROWS = 3;

/** Repeats the rows of the first input; other inputs stay small, since a join multiplies rows. */
function enlarged({ inputs, config }: NodeUse): NodeUse {
  const [[handle, [first, ...same]], ...others] = Object.entries(inputs) as [
    [string, readonly [Frame, ...Frame[]]],
    ...[string, readonly Frame[]][],
  ];
  const small = others.map(([name, frames]) => [name, frames.map(cut)] as const);
  return {
    inputs: { [handle]: [withRows(first, LARGE_ROWS), ...same], ...Object.fromEntries(small) },
    config,
  };
}

function cut(frame: Frame): Frame {
  return withRows(frame, Math.min(frame.length, OTHER_ROWS));
}

/** The first rows, again and again. */
function withRows(frame: Frame, length: number): Frame {
  return takeRows(
    frame,
    Int32Array.from({ length }, (_, row) => row % frame.length),
  );
}
