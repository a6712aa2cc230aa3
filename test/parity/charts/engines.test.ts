import fc from 'fast-check';
import { ZodError } from 'zod';
import type { ChartArtifact } from '../../../runner/charts/chart-artifact.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { UserError } from '../../../runner/domain/errors.ts';
import type { AnyNode, ExampleTable } from '../../../runner/nodes/definition.ts';
import { nodes } from '../../../runner/nodes/index.ts';
import { configOf } from '../../support/config-arbitrary.ts';
import { drawCharts } from '../../support/chart-engines.ts';

const COLUMNS: ExampleTable['columns'] = [
  { name: 'text', type: 'string' },
  { name: 'label', type: 'integer' },
  { name: 'x', type: 'float' },
  { name: 'value', type: 'boolean' },
  { name: 'all', type: 'datetime' },
];

/** Numbers of few digits, whose sums are exact in any order. */
const tables: fc.Arbitrary<ExampleTable> = fc
  .array(
    fc.tuple(
      fc.option(fc.constantFrom('', 'a', 'b', 'Other', '(blank)', '日本', '\u0000'), { freq: 5 }),
      fc.option(fc.integer({ min: -3, max: 60 }), { freq: 5 }),
      fc.option(
        fc.integer({ min: -20, max: 20 }).map((value) => value / 4),
        { freq: 5 },
      ),
      fc.option(fc.boolean(), { freq: 5 }),
      fc.option(fc.constantFrom('2024-02-29T00:00:00', '1969-12-31T23:59:59.5'), { freq: 5 }),
    ),
    { maxLength: 120 },
  )
  .map((rows) => ({ columns: COLUMNS, rows }));

const charts = nodes.filter(({ category }) => category === 'chart');

describe.each(charts.map((node): [string, AnyNode] => [node.id, node]))('%s', (id, node) => {
  it('draws the same chart of generated tables on both engines', async () => {
    await fc.assert(
      fc.asyncProperty(configOf(node, { in: [COLUMNS] }), tables, async (config, table) => {
        const [first, second] = await drawn(id, config, table);
        expect(second).toEqual(first);
      }),
      { numRuns: 40 },
    );
  });
});

/** The charts of the engines; none for a config that the node refuses. */
async function drawn(
  id: string,
  config: JsonObject,
  table: ExampleTable,
): Promise<readonly ChartArtifact[]> {
  try {
    return await drawCharts(id, config, table);
  } catch (error) {
    if (error instanceof UserError || error instanceof ZodError) return [];
    throw error;
  }
}
