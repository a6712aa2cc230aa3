import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { Engine } from '../../runner/domain/engine.ts';
import type { GraphDocument, GraphNode } from '../../runner/domain/graph.ts';
import type { InputBinding } from '../../runner/domain/run-spec.ts';
import type { RunResult } from '../../runner/domain/run-result.ts';
import { executeFlow } from '../../runner/execution/execute-flow.ts';
import { EXAMPLE_TIME } from '../../runner/expressions/functions/example-row.ts';
import { resolveParameters } from '../../runner/graph/resolve-parameters.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import { LocalFolderStore } from '../../runner/storage/local-folder-store.ts';
import { scriptSettings } from '../support/script-settings.ts';
import { checkedEngine } from '../support/checked-engine.ts';
import { readOutputs, type OutputTables } from './output-files.ts';

/** The outputs of a flow, or the error of its run. */
export type EngineOutcome =
  | (OutputTables & {
      /** The declared columns of each node. */
      readonly declared: Readonly<Record<string, readonly ColumnSchema[]>>;
      /** What the nodes report besides their rows. */
      readonly reports: Reports;
    })
  | { readonly error: string; readonly reports?: Reports };

/** The outcome of the check and the warnings of each node. */
export type Reports = Readonly<Record<string, readonly unknown[]>>;

/** A flow with its datasets. */
export interface BoundFlow {
  readonly graph: GraphDocument;
  readonly inputs: readonly InputBinding[];
}

/**
 * Executes a flow on an engine. The frame of each node must have the declared columns.
 * @param folder holds the datasets, and receives the outputs
 * @throws the first error that is not the user's
 */
export async function runOnEngine(
  folder: string,
  { graph, inputs }: BoundFlow,
  engine: Engine,
): Promise<EngineOutcome> {
  const spec = {
    runId: randomUUID(),
    flowName: 'parity',
    engine,
    graph: { ...graph, nodes: graph.nodes.map(withoutDataset) },
    parameters: resolveParameters(graph.parameters ?? [], {}),
    inputs,
    localTime: EXAMPLE_TIME,
  };
  const defects: unknown[] = [];
  const result = await executeFlow(
    { spec, attempt: 1 },
    {
      engine: checkedEngine(engine),
      store: new LocalFolderStore(folder),
      scratch: await mkdtemp(join(folder, 'scratch-')),
      lookup: nodeOfType,
      scripts: await scriptSettings(),
      clock: { now: () => new Date(0), elapsed: () => 0 },
      onProgress: () => undefined,
      onDefect: (error) => defects.push(error),
    },
  );
  if (defects.length > 0) throw defects[0];
  const reports = reportsOf(result);
  if (result.errorMessage !== null) return { error: result.errorMessage, reports };
  const files = result.outputs.map(({ nodeId, format, key }) => ({
    id: nodeId,
    format,
    path: join(folder, key),
  }));
  return { ...(await readOutputs(files)), declared: declaredColumns(result), reports };
}

function declaredColumns({ nodeResults }: RunResult): Record<string, readonly ColumnSchema[]> {
  return Object.fromEntries(
    (nodeResults ?? []).map(({ node_id: id, columns, column_types: types }) => [
      id,
      columns.map((name, index) => ({ name, type: types?.[index] ?? 'string' })),
    ]),
  );
}

function reportsOf({ nodeResults }: RunResult): Reports {
  return Object.fromEntries(
    (nodeResults ?? []).map((result) => [
      result.node_id,
      [
        result.assertion_passed,
        result.assertion_violation_count,
        result.assertion_violating_sample,
        result.warnings,
      ],
    ]),
  );
}

/** The cases do not compare registered datasets, which would need a profile. */
function withoutDataset(node: GraphNode): GraphNode {
  if (nodeOfType(node.type)?.kind !== 'output') return node;
  return { ...node, data: { ...node.data, config: { ...node.data.config, dataset_name: '' } } };
}
