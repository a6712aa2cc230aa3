import fc from 'fast-check';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { Frame } from '../../../runner/engines/pandas/frame.ts';
import type { AnyNode } from '../../../runner/nodes/definition.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import { configOf } from '../../support/config-arbitrary.ts';
import { PUSHDOWN_RIGS } from '../../support/database-rigs/index.ts';
import { DatabaseFlows } from '../../support/database-flows.ts';
import { accepts, useOf, type NodeUse } from '../../support/node-arbitrary.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { declaredColumns } from '../../support/transform-engines.ts';
import { difference, type ColumnTolerances } from '../difference.ts';
import { tolerancesOf } from '../nodes/engine-difference.ts';
import { tableOfFrame } from '../nodes/node-flow.ts';
import { sortedRows } from '../row-order.ts';

/**
 * The nodes of which databases compute some configs. Not topRows: of rows with equal keys a database may return
 * others than an engine.
 */
const PUSHED: readonly string[] = [
  'calculatedColumn',
  'castDtypes',
  'coalesceColumns',
  'conditionalColumn',
  'dropColumns',
  'dropNulls',
  'extractDateParts',
  'fillNulls',
  'filterExpression',
  'filterRows',
  'groupByAggregate',
  'mapValues',
  'parseDates',
  'removeDuplicates',
  'renameColumns',
  'replaceValues',
  'roundNumbers',
  'selectColumns',
  'sortRows',
  'stringTransform',
];
const nodes = PUSHED.flatMap((id) => nodeOfType(id) ?? []);

/** Nodes above a table. */
interface Chain {
  readonly frame: Frame;
  readonly steps: readonly (readonly [type: string, config: JsonObject])[];
  readonly tolerances: ColumnTolerances;
}

const NO_TABLE = { columns: [], rows: [] };

/** The only table that a node reads. */
function tableRead({ inputs }: NodeUse): Frame {
  const [[frame] = []] = Object.values(inputs);
  if (frame === undefined) throw new Error('the node reads no table');
  return frame;
}

const uses = (node: AnyNode): fc.Arbitrary<NodeUse> =>
  fc.oneof(
    useOf(node, { maxRows: 20, pool: 'ordinary' }),
    useOf(node, { maxRows: 10, pool: 'edges' }),
  );

/** Two nodes, of which the second one has a config for the columns of the first one. */
const pairs = fc.constantFrom(...nodes).chain((first) =>
  uses(first)
    .filter(({ inputs, config }) => accepts(first.id, inputs, config))
    .chain((use) => {
      const columns = declaredColumns(first.id, use.inputs, use.config);
      return fc
        .constantFrom(...nodes.filter(({ id }) => id !== 'groupByAggregate'))
        .chain((second) =>
          configOf(second, { in: [columns] }).map(
            (config): Omit<Chain, 'tolerances'> & { readonly use: NodeUse } => ({
              use,
              frame: tableRead(use),
              steps: [
                [first.id, use.config],
                [second.id, config],
              ],
            }),
          ),
        );
    }),
);

describe.each(PUSHDOWN_RIGS)('$name', ({ start }) => {
  let flows: DatabaseFlows;

  beforeAll(async () => {
    flows = await DatabaseFlows.open(await start());
  });
  afterAll(async () => {
    await flows.close();
  });

  /** The number of nodes that the database computed. Fails if the rows or the error differ. */
  async function check({ frame, steps, tolerances }: Chain): Promise<number> {
    const flow = { input: { table: await flows.store(tableOfFrame(frame)) }, nodes: steps };
    const inDatabase = await flows.run(flow);
    const pushed = (inDatabase.result.nodeResults ?? []).filter(
      (node) => node.pushed_down === true,
    );
    if (pushed.length === 0) return 0;
    const inEngine = await flows.run({ ...flow, pushdown: false });
    expect(inDatabase.result.errorMessage).toBe(inEngine.result.errorMessage);
    const [actual, expected] = [inDatabase, inEngine].map(({ table }) => table ?? NO_TABLE);
    expect(difference(sortedRows(actual!), sortedRows(expected!), tolerances)).toBeNull();
    return pushed.length;
  }

  describe('a node over a table', () => {
    it.each(nodes.map((node) => [node.id, node] as const))(
      '%s returns the rows and the error that it returns without pushdown',
      async (id, node) => {
        const property = fc.asyncProperty(uses(node), async (use) => {
          if (!accepts(id, use.inputs, use.config)) return;
          const tolerances = await tolerancesOf(id, use);
          await check({ frame: tableRead(use), steps: [[id, use.config]], tolerances });
        });
        await fc.assert(property, propertyRuns(8));
      },
    );
  });

  describe('two nodes over a table', () => {
    it('return the rows and the error that they return without pushdown', async () => {
      let both = 0;
      const property = fc.asyncProperty(pairs, async ({ use, frame, steps }) => {
        const [[id] = ['']] = steps;
        const pushed = await check({ frame, steps, tolerances: await tolerancesOf(id, use) });
        both += Number(pushed === 3);
      });
      await fc.assert(property, propertyRuns(80));
      // Fewer would show nothing. How many it is depends on what the nodes accept.
      expect(both).toBeGreaterThan(5);
    });
  });
});
