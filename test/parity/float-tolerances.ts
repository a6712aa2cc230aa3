import type {
  AnalysedColumn,
  AnalysedNode,
  NodeColumn,
} from '../../runner/graph/analyse-columns.ts';
import type { GraphIndex } from '../../runner/graph/graph-index.ts';
import { edgesByHandle } from '../../runner/graph/validate-wiring.ts';
import type { AnalysedFlow } from './analyse-flow.ts';
import { aggregatedColumns } from './aggregated-columns.ts';
import type { ColumnTolerances } from './difference.ts';
import {
  aggregateTolerance,
  ALIKE_ZEROS,
  COMPUTED,
  isAggregate,
  type FloatTolerance,
} from './float-rule.ts';
import type { ReadTable } from './table-file.ts';

/** The tolerances of the float columns of each node, by node id; see float-rule.ts. */
export type NodeTolerances = ReadonlyMap<string, ColumnTolerances>;

/**
 * Finds the columns that a node aggregates or compares, with their tolerances. A column is aggregated when
 * its node computes it from columns that the plan of the node aggregates. A column keeps the tolerances of
 * the columns that it comes from, and is copied when these are.
 * @param tables the frame of each node, at least of those that aggregates read
 */
export function floatTolerances(
  { nodes, index }: AnalysedFlow,
  tables: Readonly<Record<string, ReadTable>>,
): NodeTolerances {
  const found = new Map<string, ColumnTolerances>();
  for (const analysed of nodes) {
    const { node, columns, rowsBy } = analysed;
    const aggregates = aggregatesOf(analysed, index);
    const toleranceOf = ({ origin, from }: AnalysedColumn): FloatTolerance => {
      const isCompared = from.some((source) => rowsBy.some((one) => isSame(one, source)));
      const own = from.flatMap((source) =>
        aggregates
          .filter((one) => origin === 'computed' && one.from.some((each) => isSame(each, source)))
          .map(({ name }) =>
            aggregateTolerance(name, numbersIn(tables[source.nodeId], source.column)),
          ),
      );
      const inherited = from.map(
        ({ nodeId, column }) => found.get(nodeId)?.get(column) ?? COMPUTED,
      );
      return {
        absolute: Math.max(
          isCompared ? ALIKE_ZEROS : 0,
          ...own,
          ...inherited.map(({ absolute }) => absolute),
        ),
        isCopied: origin !== 'computed' && inherited.every(({ isCopied }) => isCopied),
      };
    };
    const floats = (columns ?? []).filter(({ type }) => type === 'float');
    found.set(node.id, new Map(floats.map((one) => [one.name, toleranceOf(one)])));
  }
  return found;
}

interface NodeAggregate {
  readonly name: Parameters<typeof aggregateTolerance>[0];
  readonly from: readonly NodeColumn[];
}

/** The aggregates of a node with the columns of the nodes that it reads. */
function aggregatesOf(
  { node, relation }: AnalysedNode,
  index: GraphIndex,
): readonly NodeAggregate[] {
  if (relation === null) return [];
  const edges = edgesByHandle(node, index);
  return aggregatedColumns(relation).flatMap(({ name, from }) => {
    if (!isAggregate(name)) return [];
    const columns = from.flatMap(({ handle, input, name: column }) => {
      const edge = edges.get(handle)?.[input];
      return edge === undefined ? [] : [{ nodeId: edge.source, column }];
    });
    return [{ name, from: columns }];
  });
}

function isSame(one: NodeColumn, other: NodeColumn): boolean {
  return one.nodeId === other.nodeId && one.column === other.column;
}

/** The cells of a column as floats. Rounding an integer to a float is part of adding it. */
function numbersIn(table: ReadTable | undefined, column: string): readonly number[] {
  const place = table?.columns.findIndex(({ name }) => name === column) ?? -1;
  return (table?.rows ?? []).flatMap((row) => {
    const cell = row[place];
    return typeof cell === 'number' || typeof cell === 'bigint' ? [Number(cell)] : [];
  });
}
