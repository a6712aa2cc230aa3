import type { JsonObject } from '../../../runner/domain/json.ts';
import type { NodeResult } from '../../../runner/domain/run-result.ts';
import { ENGINES } from '../../../runner/domain/engine.ts';
import { PUSHDOWN_RIGS } from '../../support/database-rigs/index.ts';
import { DatabaseFlows, type DatabaseRun } from '../../support/database-flows.ts';
import { table as tableOf } from '../parity-case.ts';

function nodesOf({ result }: DatabaseRun): readonly NodeResult[] {
  return result.nodeResults ?? [];
}

const filtered = (value: string): [string, JsonObject] => [
  'filterRows',
  { column: 'shop', operator: '==', value },
];
const summed = (column: string): [string, JsonObject] => [
  'groupByAggregate',
  { group_by: ['shop'], aggregations: { [column]: 'sum' } },
];

describe.each(PUSHDOWN_RIGS)('$name', ({ start }) => {
  let flows: DatabaseFlows;
  let table: string;

  beforeAll(async () => {
    flows = await DatabaseFlows.open(await start());
    table = await flows.store(
      tableOf('id integer, shop string, amount float', [
        [1, 'a', 1e308],
        [2, "b' OR 'x' = 'x", 2],
        [3, 'a', 1e308],
        [9223372036854775807n, null, null],
      ]),
    );
  });
  afterAll(async () => {
    await flows.close();
  });

  describe('a run with nodes that the database computes', () => {
    it('shows the statement, the rows and the sample of the last node', async () => {
      const nodes = nodesOf(
        await flows.run({
          input: { table },
          nodes: [filtered("b' OR 'x' = 'x"), ['selectColumns', { columns: ['id'] }]],
        }),
      );
      const [read, filter, select, write] = nodes;
      expect(read).toMatchObject({ pushed_down: true, rows: null, sample: [] });
      expect(read?.columns).toEqual(['id', 'shop', 'amount']);
      expect(filter).toMatchObject({ pushed_down: true, rows: null, sample: [] });
      expect(select).toMatchObject({ pushed_down: true, rows: 1, sample: [{ id: 2 }] });
      expect(select?.fused_with).toEqual(['read', 'node1']);
      expect(select?.statement).toMatch(/\$1|\?/);
      expect(write).toMatchObject({ rows: 1 });
      expect(write).not.toHaveProperty('pushed_down');
    });

    it('sends values beside the text, so that none is read as SQL', async () => {
      const value = `'; DROP TABLE ${table}; --`;
      const run = await flows.run({ input: { table }, nodes: [filtered(value)] });
      expect(run.result.errorMessage).toBeNull();
      expect(run.table?.rows).toEqual([]);
      expect(JSON.stringify(nodesOf(run))).not.toContain('DROP');
      expect((await flows.run({ input: { table }, nodes: [] })).table?.rows).toHaveLength(4);
    });

    it('accepts thousands of values in one statement', async () => {
      const expression = `id in (${Array.from({ length: 3000 }, (_, place) => place).join(', ')})`;
      const run = await flows.run({
        input: { table },
        nodes: [['filterExpression', { expression }]],
      });
      expect(run.result.errorMessage).toBeNull();
      expect(run.table?.rows).toHaveLength(3);
    });

    it('evaluates all nodes in the engine when the flow says so', async () => {
      const flow = { input: { table }, nodes: [filtered('a')], pushdown: false };
      const nodes = nodesOf(await flows.run(flow));
      expect(nodes.map(({ rows }) => rows)).toEqual([4, 2, 2]);
      expect(nodes.every((node) => node.pushed_down === undefined)).toBe(true);
    });

    it('computes over the rows of a query with a comment and a semicolon at its end', async () => {
      const query = `SELECT shop, id - 1 AS earlier FROM ${table} -- all\n; `;
      const input = { mode: 'query', query };
      const run = await flows.run({ input, nodes: [filtered('a')] });
      expect(nodesOf(run).map(({ rows }) => rows)).toEqual([null, 2, 2]);
    });

    it('keeps the order that a query asks for, so it computes nothing over it', async () => {
      const input = { mode: 'query', query: `SELECT * FROM ${table} ORDER BY id DESC` };
      const run = await flows.run({ input, nodes: [summed('amount')] });
      expect(nodesOf(run).every((node) => node.pushed_down === undefined)).toBe(true);
    });
  });

  describe.each(ENGINES)('a number beyond its range in the database, on %s', (engine) => {
    it('is the failure that the engine explains for a sum of integers', async () => {
      const largest = 9223372036854775807n;
      const big = await flows.store(
        tableOf('id integer, shop string', [
          [largest, 'a'],
          [largest, 'a'],
        ]),
      );
      const flow = { input: { table: big }, nodes: [summed('id')], engine };
      const { result } = await flows.run(flow);
      expect(result.errorMessage).toMatch(/^groupByAggregate \(node1\): An integer is beyond/);
      expect(result.nodeResults?.map(({ status }) => status)).toEqual([
        'success',
        'failed',
        'skipped',
      ]);
      expect(result.nodeResults?.[0]?.rows).toBe(2);
    });

    it('is an infinity for a sum of floats', async () => {
      const run = await flows.run({ input: { table }, nodes: [summed('amount')], engine });
      expect(run.result.errorMessage).toBeNull();
      expect(run.table?.rows).toContainEqual(['a', Infinity]);
    });
  });
});
