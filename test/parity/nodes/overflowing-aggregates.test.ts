import { ENGINES } from '../../../runner/domain/engine.ts';
import { columnOf } from '../../support/frame-arbitrary.ts';
import type { NodeUse } from '../../support/node-arbitrary.ts';
import { flowOfNode, OUT } from './node-flow.ts';
import { runNodeFlow } from './run-node-flow.ts';

const TOP = 2n ** 63n - 1n;

describe.each(['sum', 'prod'])('the %s of integers', (aggregate) => {
  const use = (keys: readonly bigint[]): NodeUse => ({
    config: { group_by: ['k'], aggregations: { v: aggregate } },
    inputs: {
      in: [
        {
          length: 3,
          names: ['k', 'v'],
          columns: [columnOf('integer', keys), columnOf('integer', [TOP, 1n, TOP])],
        },
      ],
    },
  });

  it.each(ENGINES)('is exact up to 64 bits on %s', async (engine) => {
    const outcome = (await runNodeFlow(flowOfNode('groupByAggregate', use([1n, 3n, 2n]))))[engine];
    expect('tables' in outcome && outcome.tables[OUT]?.rows).toEqual([
      [1n, TOP],
      [3n, 1n],
      [2n, TOP],
    ]);
  });

  it.each(ENGINES)('fails beyond 64 bits on %s', async (engine) => {
    const outcome = (await runNodeFlow(flowOfNode('groupByAggregate', use([1n, 2n, 1n]))))[engine];
    expect('error' in outcome && outcome.error).toBe(
      `groupByAggregate (node): An integer is beyond the range of 64 bits: the ${aggregate} of "v". Cast the column to float first.`,
    );
  });
});
