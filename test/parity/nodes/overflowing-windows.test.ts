import { ENGINES } from '../../../runner/domain/engine.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { columnOf } from '../../support/frame-arbitrary.ts';
import { flowOfNode, OUT } from './node-flow.ts';
import { runNodeFlow } from './run-node-flow.ts';

const TOP = 2n ** 63n - 1n;
const CASES: readonly (readonly [string, string, JsonObject, readonly bigint[], bigint])[] = [
  ['a running sum', 'windowFunction', { function: 'cumsum' }, [TOP - 2n, 1n, 1n], TOP],
  ['a running product', 'windowFunction', { function: 'cumprod' }, [TOP, -1n, 1n], -TOP],
  ['a difference', 'rowDifference', {}, [-1n, -2n, TOP - 2n], TOP],
];

describe.each(CASES)('%s of integers', (_title, id, config, cells, last) => {
  const outcomes = (values: readonly bigint[]): ReturnType<typeof runNodeFlow> => {
    const frame = { length: 3, names: ['v'], columns: [columnOf('integer', values)] };
    const use = { config: { target: 'v', new_column: 'new', ...config }, inputs: { in: [frame] } };
    return runNodeFlow(flowOfNode(id, use));
  };

  it.each(ENGINES)('is exact up to 64 bits on %s', async (engine) => {
    const outcome = (await outcomes(cells))[engine];
    expect('tables' in outcome && outcome.tables[OUT]?.rows[2]).toEqual([cells[2], last]);
  });

  it.each(ENGINES)('fails beyond 64 bits on %s', async (engine) => {
    const outcome = (await outcomes([-2n, TOP, TOP]))[engine];
    expect('error' in outcome && outcome.error).toMatch(
      new RegExp(`^${id} .node.: .*beyond the range of 64[ -]bit.*to float first[.]$`),
    );
  });
});
