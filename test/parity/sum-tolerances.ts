import { resolveParameters } from '../../runner/graph/resolve-parameters.ts';
import { analyseColumns, type AnalysedColumn } from '../../runner/graph/analyse-columns.ts';
import { inspectGraph } from '../../runner/graph/inspect-graph.ts';
import type { JsonValue } from '../../runner/domain/json.ts';
import { EXAMPLE_TIME } from '../../runner/expressions/functions/example-row.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import type { SumTolerances } from './difference.ts';
import type { BoundFlow } from './engine-run.ts';
import { isSumming, sumTolerance } from './float-rule.ts';
import type { ReadTable } from './table-file.ts';

/** The tolerances of the columns of each node, by node id. */
export type NodeTolerances = ReadonlyMap<string, SumTolerances>;

/**
 * Finds the columns that hold sums, with their tolerances. A column is a sum when its node computes it and
 * the config names an aggregate that adds up floats, for its source column or for no column in particular.
 * A column keeps the tolerances of the columns that it comes from.
 * @param tables the frame of each node
 */
export async function sumTolerances(
  { graph, inputs }: BoundFlow,
  tables: Readonly<Record<string, ReadTable>>,
): Promise<NodeTolerances> {
  const parameters = resolveParameters(graph.parameters ?? [], {});
  const options = { lookup: nodeOfType, overrides: parameters, localTime: EXAMPLE_TIME };
  const sources = new Map(inputs.map(({ nodeId, columns }) => [nodeId, columns]));
  const { nodes } = await analyseColumns(inspectGraph(graph, options), sources);
  const found = new Map<string, SumTolerances>();
  for (const { node, columns } of nodes) {
    const toleranceOf = ({ type, origin, from }: AnalysedColumn): number => {
      if (type !== 'float') return 0;
      const own = from.flatMap((source) =>
        (origin === 'computed' ? aggregatesOf(node.data.config, source.column) : []).map((name) =>
          sumTolerance(name, numbersIn(tables[source.nodeId], source.column)),
        ),
      );
      const inherited = from.map(({ nodeId, column }) => found.get(nodeId)?.get(column) ?? 0);
      return Math.max(0, ...own, ...inherited);
    };
    found.set(node.id, new Map((columns ?? []).map((one) => [one.name, toleranceOf(one)])));
  }
  return found;
}

/** The summing aggregates that a config names for a column, in a mapping, or for all. */
function aggregatesOf(
  config: JsonValue | undefined,
  column: string,
): readonly Parameters<typeof sumTolerance>[0][] {
  if (isSumming(config)) return [config];
  if (config === null || typeof config !== 'object') return [];
  if (Array.isArray(config)) return config.flatMap((item) => aggregatesOf(item, column));
  const fields = Object.entries(config);
  const own = fields.find(([key]) => key === column);
  return (own === undefined ? fields : [own]).flatMap(([, item]) => aggregatesOf(item, column));
}

/** The cells of a column as floats. Rounding an integer to a float is part of adding it. */
function numbersIn(table: ReadTable | undefined, column: string): readonly number[] {
  const place = table?.columns.findIndex(({ name }) => name === column) ?? -1;
  return (table?.rows ?? []).flatMap((row) => {
    const cell = row[place];
    return typeof cell === 'number' || typeof cell === 'bigint' ? [Number(cell)] : [];
  });
}
