import { resolveParameters } from '../../runner/graph/resolve-parameters.ts';
import { analyseColumns, type AnalysedColumn } from '../../runner/graph/analyse-columns.ts';
import { inspectGraph } from '../../runner/graph/inspect-graph.ts';
import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { GraphDocument } from '../../runner/domain/graph.ts';
import type { JsonValue } from '../../runner/domain/json.ts';
import { EXAMPLE_TIME } from '../../runner/expressions/functions/example-row.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import type { ColumnTolerances } from './difference.ts';
import { aggregateTolerance, ALIKE_ZEROS, isAggregate } from './float-rule.ts';
import type { ReadTable } from './table-file.ts';

/** The tolerances of the float columns of each node, by node id; see float-rule.ts. */
export type NodeTolerances = ReadonlyMap<string, ColumnTolerances>;

/**
 * Finds the columns that a node aggregates or compares, with their tolerances. A column is aggregated when
 * its node computes it and the config names an aggregate, for its source column or for no column in
 * particular. A column keeps the tolerances of the columns that it comes from.
 * @param sources the columns of the input nodes
 * @param tables the frame of each node, at least of those that aggregates read
 */
export async function floatTolerances(
  graph: GraphDocument,
  sources: ReadonlyMap<string, readonly ColumnSchema[]>,
  tables: Readonly<Record<string, ReadTable>>,
): Promise<NodeTolerances> {
  const parameters = resolveParameters(graph.parameters ?? [], {});
  const options = { lookup: nodeOfType, overrides: parameters, localTime: EXAMPLE_TIME };
  const { nodes } = await analyseColumns(inspectGraph(graph, options), sources);
  const found = new Map<string, ColumnTolerances>();
  for (const { node, columns, rowsBy } of nodes) {
    const toleranceOf = ({ origin, from }: AnalysedColumn): number => {
      const isCompared = from.some((source) =>
        rowsBy.some(({ nodeId, column }) => nodeId === source.nodeId && column === source.column),
      );
      const own = from.flatMap((source) =>
        (origin === 'computed' ? aggregatesOf(node.data.config, source.column) : []).map((name) =>
          aggregateTolerance(name, numbersIn(tables[source.nodeId], source.column)),
        ),
      );
      const inherited = from.map(({ nodeId, column }) => found.get(nodeId)?.get(column) ?? 0);
      return Math.max(isCompared ? ALIKE_ZEROS : 0, ...own, ...inherited);
    };
    const floats = (columns ?? []).filter(({ type }) => type === 'float');
    found.set(node.id, new Map(floats.map((one) => [one.name, toleranceOf(one)])));
  }
  return found;
}

/** The aggregates that a config names for a column, in a mapping, or for all. */
function aggregatesOf(
  config: JsonValue | undefined,
  column: string,
): readonly Parameters<typeof aggregateTolerance>[0][] {
  if (isAggregate(config)) return [config];
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
