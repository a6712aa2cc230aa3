import { chain, input, output, useRunService } from '../../../test/support/run-service.ts';
import type { RunRead } from './schemas.ts';

const runs = useRunService();

/** The run of a flow whose only transform is an assertion about the orders. */
async function checked(type: string, config: object): Promise<RunRead> {
  const check = { id: 'check', type, data: { label: 'Check', config: { ...config } } };
  const flow = await runs.flowOf(chain([input('in', runs.orders), check, output()]));
  const { json } = await runs.run(flow, {});
  return json as RunRead;
}

describe('the result of a node with a check', () => {
  it('has the outcome and the warning of a check that only warns', async () => {
    const {
      status,
      node_results: results,
      logs,
    } = await checked('assertRowCount', {
      max_rows: 1,
      mode: 'warn',
    });
    const warning = 'The table must have at most 1 row: it has 4.';
    expect(status).toBe('success');
    expect(results?.[1]).toMatchObject({
      status: 'success',
      warnings: [warning],
      assertion_passed: false,
      assertion_violation_count: 4,
      assertion_violating_sample: [],
      chart: null,
    });
    expect(results?.[0]).toMatchObject({ warnings: [], assertion_passed: null });
    expect(logs).toContainEqual({
      level: 'warning',
      message: `Check: ${warning}`,
      node_id: 'check',
    });
  });

  it('has the violating rows of a check that fails the run', async () => {
    const {
      status,
      node_results: results,
      error_message: error,
    } = await checked('assertValueRange', { column: 'id', max: 2 });
    expect(status).toBe('failed');
    expect(error).toMatch(/^Check \(check\): "id" must be at most 2: \d of 4 rows/);
    expect(results?.[1]).toMatchObject({ status: 'failed', assertion_passed: false, warnings: [] });
    const rows = results?.[1]?.assertion_violating_sample ?? [];
    expect(rows).toHaveLength(results?.[1]?.assertion_violation_count ?? 0);
    expect(rows.length).toBeGreaterThan(0);
    for (const { id } of rows) expect(id).toBeGreaterThan(2);
  });
});

it('has the values of an output that its file lacks, and what to do about them', async () => {
  const config = { column_name: 'ratio', expression: '1 / (id - id)' };
  const ratio = { id: 'ratio', type: 'calculatedColumn', data: { label: 'Ratio', config } };
  const json = {
    id: 'out',
    type: 'fileOutput',
    data: { label: 'Out', config: { format: 'json' } },
  };
  const flow = await runs.flowOf(chain([input('in', runs.orders), ratio, json]));
  const { status, node_results: results, logs } = (await runs.run(flow, {})).json as RunRead;
  expect(status).toBe('success');
  const out = results?.find(({ node_id: id }) => id === 'out');
  expect(out?.lost_values).toEqual([{ code: 'lost_infinities', column: 'ratio', count: 4 }]);
  const [warning = '', ...others] = out?.warnings ?? [];
  expect(warning).toMatch(/^4 values of "ratio" are infinite, .*: write CSV or Parquet/);
  expect(others).toEqual([]);
  expect(logs).toContainEqual({ level: 'warning', message: `Out: ${warning}`, node_id: 'out' });
  expect(results?.[0]?.lost_values).toEqual([]);
});
