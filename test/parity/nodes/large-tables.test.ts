import fc from 'fast-check';
import type { Frame } from '../../../runner/engines/pandas/frame.ts';
import { cellsOf, columnOf } from '../../support/frame-arbitrary.ts';
import { accepts, useOf, type NodeUse } from '../../support/node-arbitrary.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { flowDifference } from './engine-difference.ts';
import { selectedNodes } from './selected-nodes.ts';

/** More rows than the polars engine collects after each node, whatever the columns: its plan stays lazy. */
const LARGE_ROWS = 300_000;

describe.each(selectedNodes().map((node) => [node.id, node] as const))('%s', (id, node) => {
  it('gives the same table or the same error on both engines for a table that stays lazy', async () => {
    const uses = useOf(node, { maxRows: 20, pool: 'ordinary' })
      .filter(({ inputs, config }) => accepts(id, inputs, config))
      .map(enlarged);
    const agrees = async (use: NodeUse): Promise<void> => {
      expect(await flowDifference(id, use)).toBeNull();
    };
    // Shrinking would run hundreds of large tables: the smaller properties find most mistakes.
    await fc.assert(fc.asyncProperty(uses, agrees), { ...propertyRuns(1), endOnFailure: true });
  });
});

/** Repeats the rows of the first input; other inputs stay small, since a join multiplies rows. */
function enlarged({ inputs, config }: NodeUse): NodeUse {
  const [handle = '', frames = []] = Object.entries(inputs)[0] ?? [];
  const [first, ...others] = frames;
  if (first === undefined) return { inputs, config };
  return { inputs: { ...inputs, [handle]: [repeated(first), ...others] }, config };
}

function repeated(frame: Frame): Frame {
  if (frame.length === 0) return frame;
  const columns = frame.columns.map((column) => {
    const cells = cellsOf(column);
    return columnOf(
      column.type,
      Array.from({ length: LARGE_ROWS }, (_, row) => cells[row % cells.length] ?? null),
    );
  });
  return { ...frame, length: LARGE_ROWS, columns };
}
