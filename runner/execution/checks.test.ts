import { IN, OUT, statuses, useFlowExecution } from '../../test/support/flow-execution.ts';
import { specOf, type TestFlow } from '../../test/support/flow-workspace.ts';
import { ENGINES } from '../domain/engine.ts';
import type { NodeResult, RunResult } from '../domain/run-result.ts';
import { nodeOfType } from '../nodes/index.ts';
import { loadEngine } from '../engine-adapters/load-engine.ts';
import { previewFlow } from './preview-flow.ts';

const flows = useFlowExecution();

/** Two rows are in memory at every node; 200,001 rows stay a lazy plan in polars. */
const SIZES = [2, 200_001];
const CASES = ENGINES.flatMap((engine) => SIZES.map((rows) => ({ engine, rows })));

type Nodes = TestFlow['nodes'];

const NO_NULLS = ['assertNotNull', { columns: ['shop'] }] as const;
const NO_NULLS_WARN = ['assertNotNull', { columns: ['shop'], mode: 'warn' }] as const;

describe.each(CASES)('$engine with $rows rows', ({ engine, rows }) => {
  /** Each seventh shop is null, from the first. */
  const nulls = Math.ceil(rows / 7);
  const verb = nulls === 1 ? 'violates' : 'violate';
  const finding = `"shop" must not be null: ${nulls} of ${rows} rows ${verb} this, such as shop = null.`;

  async function run(check: Nodes[string], after: Nodes[string]): Promise<RunResult> {
    return await flows.execute({
      engine,
      nodes: { in: IN, check, after, out: OUT },
      edges: 'in>check check>after after>out',
      inputs: [await flows.dataset(rows)],
    });
  }

  const checkOf = ({ nodeResults }: RunResult): NodeResult | undefined =>
    nodeResults?.find(({ node_id: id }) => id === 'check');

  it.each<[string, Nodes[string]]>([
    ['drops the column', ['dropColumns', { columns: ['shop'] }]],
    ['keeps only rows that pass', ['filterRows', { column: 'shop', operator: 'notnull' }]],
    ['keeps no row', ['limitRows', { n: 0 }]],
  ])('fails a violated check though a later node %s', async (_what, after) => {
    const result = await run(NO_NULLS, after);
    expect(statuses(result)).toEqual({
      in: 'success',
      check: 'failed',
      after: 'skipped',
      out: 'skipped',
    });
    expect(result.errorMessage).toBe(`CHECK (check): ${finding}`);
  });

  it('has the number of violations and at most five of the rows in the result of the failed node', async () => {
    const check = checkOf(await run(NO_NULLS, ['limitRows', { n: 1 }]));
    expect(check).toMatchObject({
      status: 'failed',
      rows: null,
      assertion_passed: false,
      assertion_violation_count: nulls,
    });
    const ids = [0, 7, 14, 21, 28].filter((id) => id < rows);
    expect(check?.assertion_violating_sample).toEqual(
      ids.map((id) => ({ id, shop: null, amount: id / 4 })),
    );
  });

  it('passes all rows on in the mode warn, and warns in the result and in the log', async () => {
    const result = await run(NO_NULLS_WARN, ['limitRows', { n: rows }]);
    expect(result.errorMessage).toBeNull();
    expect(checkOf(result)).toMatchObject({
      status: 'success',
      rows,
      assertion_passed: false,
      assertion_violation_count: nulls,
      warnings: [finding],
    });
    expect(result.nodeResults?.at(-1)).toMatchObject({ rows });
    expect(result.logs).toContainEqual({
      level: 'warning',
      message: `CHECK: ${finding}`,
      node_id: 'check',
    });
  });

  it('reports a check that holds without a warning', async () => {
    const check = checkOf(
      await run(['assertUnique', { columns: ['id'] }], ['limitRows', { n: 100 }]),
    );
    expect(check).toMatchObject({
      status: 'success',
      assertion_passed: true,
      assertion_violation_count: 0,
      assertion_violating_sample: [],
    });
    expect(check).not.toHaveProperty('warnings');
  });

  it('counts every copy of a row, in the order of the input', async () => {
    const low = ['calculatedColumn', { column_name: 'low', expression: 'id // 2' }] as const;
    const { nodeResults } = await flows.execute({
      engine,
      nodes: {
        in: IN,
        low,
        check: ['assertUnique', { columns: ['low'], mode: 'warn' }],
        out: OUT,
      },
      edges: 'in>low low>check check>out',
      inputs: [await flows.dataset(rows)],
    });
    const check = nodeResults?.find(({ node_id: id }) => id === 'check');
    expect(check?.assertion_violation_count).toBe(rows - (rows % 2));
    expect(check?.assertion_violating_sample?.map(({ id }) => id)).toEqual(
      [0, 1, 2, 3, 4].slice(0, rows),
    );
  });

  it('counts all rows as violations of a bound of their number', async () => {
    const bounds = ['assertRowCount', { min_rows: rows + 1, mode: 'warn' }] as const;
    expect(checkOf(await run(bounds, ['limitRows', { n: 100 }]))).toMatchObject({
      assertion_passed: false,
      assertion_violation_count: rows,
      assertion_violating_sample: [],
      warnings: [`The table must have at least ${rows + 1} rows: it has ${rows}.`],
    });
  });

  it('shows an infinite value in the message, which is null in the sample', async () => {
    const share = ['calculatedColumn', { column_name: 'share', expression: '0 - 1 / (id - id)' }];
    const { errorMessage } = await flows.execute({
      engine,
      nodes: {
        in: IN,
        share: share as unknown as Nodes[string],
        check: ['assertValueRange', { column: 'share', min: 0 }],
        out: OUT,
      },
      edges: 'in>share share>check check>out',
      inputs: [await flows.dataset(rows)],
    });
    expect(errorMessage).toMatch(/"share" must be at least 0: \d+ of \d+ rows .*share = -inf\.$/);
  });

  it('names the cell for which a condition cannot be evaluated', async () => {
    const condition = { expression: 'id * 9223372036854775807 >= 0 or id > 0', mode: 'warn' };
    const result = await run(['assertExpression', condition], ['limitRows', { n: 100 }]);
    expect(checkOf(result)?.status).toBe(rows === 2 ? 'success' : 'failed');
    if (rows > 2) expect(result.errorMessage).toMatch(/^CHECK \(check\): .*row 3 of the input/);
  });

  it('fails the preview of a node below a violated check', async () => {
    const spec = specOf({
      engine,
      nodes: { in: IN, check: NO_NULLS, after: ['limitRows', { n: 1 }] },
      edges: 'in>check check>after',
      inputs: [await flows.dataset(rows)],
    });
    const job = {
      ...spec,
      kind: 'preview',
      localTime: '2026-11-22T00:00:00',
      nodeId: 'after',
      limit: 1,
      profile: false,
    } as const;
    const { store, scratch } = flows.workspace;
    const options = { engine: await loadEngine(engine), store, scratch, lookup: nodeOfType };
    await expect(previewFlow(job, options)).rejects.toThrow(/CHECK \(check\): .* must not be null/);
  });
});
