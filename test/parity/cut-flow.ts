import type { Engine } from '../../runner/domain/engine.ts';
import type { GraphDocument } from '../../runner/domain/graph.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import { analyseFlow } from './analyse-flow.ts';
import { difference } from './difference.ts';
import { runOnEngine, type BoundFlow, type EngineOutcome } from './engine-run.ts';
import { fileOutputNode, sourceHandleOf } from './parity-case.ts';
import { nodesWithoutOrder, sortedRows } from './row-order.ts';
import type { ReadTable } from './table-file.ts';
import { floatTolerances, type NodeTolerances } from './float-tolerances.ts';

/** What a flow gives when each of its nodes also writes its frame. */
export interface CutOutcome {
  /** The tolerances of the float columns of each node. */
  readonly tolerances: NodeTolerances;
  /** How the runs differ from each other and from the runs of the uncut flow. */
  readonly problems: readonly string[];
}

const PREFIX = 'cut:';

/**
 * Runs a flow on both engines with an additional output for each node, so that no node is evaluated only
 * together with others. Compares the frames of each node between the engines and with the declared columns,
 * and the outputs and errors with those of the uncut flow.
 */
export async function runCut(
  folder: string,
  flow: BoundFlow,
  uncut: Readonly<Record<Engine, EngineOutcome>>,
): Promise<CutOutcome> {
  const cut = { ...flow, graph: cutGraph(flow.graph) };
  const polars = await runOnEngine(folder, cut, 'polars');
  const pandas = await runOnEngine(folder, cut, 'pandas');
  const sources = new Map(flow.inputs.map(({ nodeId, columns }) => [nodeId, columns]));
  const analysis = await analyseFlow(flow.graph, sources);
  const tolerances = floatTolerances(analysis, nodeTables(polars));
  return {
    tolerances,
    problems: [
      ...betweenEngines(nodeTables(polars), nodeTables(pandas), {
        tolerances,
        withoutOrder: nodesWithoutOrder(analysis.nodes, flow.graph.edges),
      }),
      ...[...undeclared(polars), ...undeclared(pandas)],
      ...cutAndUncut(polars, uncut.polars, tolerances).map((text) => `polars engine, ${text}`),
      ...cutAndUncut(pandas, uncut.pandas, tolerances).map((text) => `pandas engine, ${text}`),
    ],
  };
}

/** Like runCut, but executes nothing: aggregates of floats have no tolerance. */
export async function withoutCut({ graph, inputs }: BoundFlow): Promise<CutOutcome> {
  const sources = new Map(inputs.map(({ nodeId, columns }) => [nodeId, columns]));
  return { tolerances: floatTolerances(await analyseFlow(graph, sources), {}), problems: [] };
}

function cutGraph({ nodes, edges, ...rest }: GraphDocument): GraphDocument {
  const cut = nodes.flatMap(({ id, type }) => {
    const definition = nodeOfType(type);
    if (definition?.kind === 'output') return [];
    return { id, ...(definition === undefined ? {} : sourceHandleOf(definition)) };
  });
  return {
    ...rest,
    nodes: [...nodes, ...cut.map(({ id }) => fileOutputNode(`${PREFIX}${id}`, 'parquet'))],
    edges: [
      ...edges,
      ...cut.map(({ id, ...from }) => ({ source: id, target: `${PREFIX}${id}`, ...from })),
    ],
  };
}

/** The frames of the nodes by node id. */
function nodeTables(outcome: EngineOutcome): Readonly<Record<string, ReadTable>> {
  if ('error' in outcome) return {};
  return Object.fromEntries(
    Object.entries(outcome.tables).flatMap(([id, table]) =>
      id.startsWith(PREFIX) ? [[id.slice(PREFIX.length), table]] : [],
    ),
  );
}

function betweenEngines(
  polars: Readonly<Record<string, ReadTable>>,
  pandas: Readonly<Record<string, ReadTable>>,
  nodes: { readonly tolerances: NodeTolerances; readonly withoutOrder: ReadonlySet<string> },
): readonly string[] {
  return Object.entries(polars).flatMap(([id, table]) => {
    const other = pandas[id];
    if (other === undefined) return [];
    const inOrder = nodes.withoutOrder.has(id) ? sortedRows : (one: ReadTable) => one;
    const found = difference(inOrder(other), inOrder(table), nodes.tolerances.get(id));
    return found === null ? [] : [`node ${id}, pandas instead of polars: ${found}`];
  });
}

function undeclared(outcome: EngineOutcome): readonly string[] {
  if ('error' in outcome) return [];
  return Object.entries(nodeTables(outcome)).flatMap(([id, table]) => {
    const columns = outcome.declared[id] ?? [];
    const found = difference({ ...table, rows: [] }, { columns, rows: [] });
    return found === null ? [] : [`node ${id} does not have its declared columns: ${found}`];
  });
}

function cutAndUncut(
  cut: EngineOutcome,
  uncut: EngineOutcome,
  tolerances: NodeTolerances,
): readonly string[] {
  if ('error' in cut || 'error' in uncut) {
    const [message, expected] = [cut, uncut].map((one) =>
      'error' in one ? one.error : 'no error',
    );
    return message === expected ? [] : [`cut by node: ${message} instead of ${expected}`];
  }
  return Object.entries(uncut.tables).flatMap(([id, table]) => {
    const other = cut.tables[id];
    const found = other === undefined ? 'is missing' : difference(other, table, tolerances.get(id));
    return found === null ? [] : [`cut by node, output ${id}: ${found}`];
  });
}
