import type { Connection } from '../domain/connection.ts';
import { NodeError, UserError } from '../domain/errors.ts';
import { nodeLabel } from '../domain/graph.ts';
import type { TableTarget } from '../plan/operators/database.ts';
import type { ObjectTarget } from '../plan/operators/storage.ts';
import type { DatabaseWrite } from './database/database-output.ts';
import { writableConnection } from './database/plan-databases.ts';
import type { ExportRequest } from './export-request.ts';
import type { FlowPlan, PlannedNode } from './flow-plan.ts';
import { outputName, type OutputFile } from './output-names.ts';

/** What the output nodes of a script write. */
export type PlannedOutputs = ReadonlyMap<PlannedNode, OutputFile | DatabaseWrite>;

/** What each output node writes in a script. @throws NodeError for one whose target scripts do not write */
export function planOutputs(plan: FlowPlan, request: ExportRequest): PlannedOutputs {
  const taken = new Set(plan.nodes.flatMap(({ file }) => file?.datasetName.toLowerCase() ?? []));
  const outputs = new Map<PlannedNode, OutputFile | DatabaseWrite>();
  for (const node of plan.nodes) {
    const [{ relation }] = node.outputs;
    if (relation.op !== 'sink') continue;
    const { target, columns } = relation;
    if (target.kind !== 'file') {
      outputs.set(node, plannedWrite(node, target, request));
      continue;
    }
    const { format, datasetName } = target;
    const name = outputName(datasetName, format, taken);
    const [input] = node.inputs.get('in') ?? [];
    const found = input?.pivot?.value.type ?? null;
    outputs.set(node, { name, format, columns, found });
  }
  return outputs;
}

function plannedWrite(
  { node, inputs, outputs: [{ relation }] }: PlannedNode,
  target: TableTarget | ObjectTarget,
  request: ExportRequest,
): DatabaseWrite {
  const named = { id: node.id, label: nodeLabel(node) };
  if (target.kind === 'object') {
    throw new NodeError(named, 'It writes to a storage, which exported Python does not do yet.');
  }
  if (inputs.get('in')?.some(({ pivot }) => pivot !== null) === true) {
    throw new NodeError(
      named,
      'A pivot without heads has no columns that a table could be made of.',
    );
  }
  try {
    const connection = writableConnection(target.connectionId, request);
    return { connection, target, columns: relation.columns };
  } catch (error) {
    if (error instanceof UserError) throw new NodeError(named, error.message);
    throw error;
  }
}

/** The connections that the script uses, each once. */
export function databasesOf(plan: FlowPlan, outputs: PlannedOutputs): readonly Connection[] {
  const reads = plan.nodes.flatMap((node) => node.outputs.flatMap(({ read }) => read ?? []));
  const writes = [...outputs.values()].filter((output) => 'connection' in output);
  const used = [...reads, ...writes].map(({ connection }) => connection);
  return [...new Map(used.map((connection) => [connection.id, connection])).values()];
}
