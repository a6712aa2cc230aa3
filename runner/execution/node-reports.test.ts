import { IN, OUT, useFlowExecution } from '../../test/support/flow-execution.ts';
import { ENGINES } from '../domain/engine.ts';

const { dataset, execute } = useFlowExecution();

/** Two rows are in memory at every node; 200,001 rows stay a lazy plan in polars. */
const SIZES = [2, 200_001];
const CASES = ENGINES.flatMap((engine) => SIZES.map((rows) => ({ engine, rows })));

it.each(CASES)(
  'passes $rows rows of a chart node through and reports its chart on $engine',
  async ({ engine, rows }) => {
    const { nodeResults, errorMessage } = await execute({
      engine,
      nodes: { in: IN, chart: ['shopChart'], first: ['limitRows', { n: 1 }], out: OUT },
      edges: 'in>chart chart>first first>out',
      inputs: [await dataset(rows)],
    });
    expect(errorMessage).toBeNull();
    const [input, chart, first] = nodeResults ?? [];
    expect(chart).toMatchObject({ rows, columns: input?.columns, sample: input?.sample });
    expect(chart?.chart).toMatchObject({ kind: 'pie', rows_seen: rows });
    expect(chart?.chart?.data).toHaveLength(rows === 2 ? 2 : 6);
    expect(first).not.toHaveProperty('chart');
  },
);
