import type { Connection } from '../domain/connection.ts';
import { NodeError, UserError } from '../domain/errors.ts';
import { nodeLabel, type GraphNode } from '../domain/graph.ts';
import type { TableTarget } from '../plan/operators/database.ts';
import type { ObjectTarget } from '../plan/operators/storage.ts';
import type { DatabaseWrite } from './database/database-output.ts';
import { writableConnection } from './database/plan-databases.ts';
import type { ExportRequest } from './export-request.ts';
import type { FlowPlan, PlannedNode } from './flow-plan.ts';
import { withPath } from '../plan/object-target-path.ts';
import { outputName, type OutputFile } from './output-names.ts';
import type { ObjectWrite } from './storage/object-output.ts';
import { storageConnection } from './storage/plan-storage.ts';

/** What an output node of a script writes. */
export type PlannedWrite = OutputFile | ObjectWrite | DatabaseWrite;
/** What the output nodes of a script write. */
export type PlannedOutputs = ReadonlyMap<PlannedNode, PlannedWrite>;

/** What each output node writes in a script. @throws NodeError for one whose target scripts do not write */
export function planOutputs(plan: FlowPlan, request: ExportRequest): PlannedOutputs {
  const taken = new Set(plan.nodes.flatMap(({ file }) => file?.datasetName.toLowerCase() ?? []));
  const outputs = new Map<PlannedNode, PlannedWrite>();
  for (const node of plan.nodes) {
    const [{ relation }] = node.outputs;
    if (relation.op !== 'sink') continue;
    const { target, columns } = relation;
    if (target.kind === 'table') {
      outputs.set(node, plannedWrite(node, target, request));
      continue;
    }
    const { format } = target;
    const [input] = node.inputs.get('in') ?? [];
    const file = { format, columns, found: input?.pivot?.value.type ?? null };
    if (target.kind === 'object') {
      outputs.set(node, { ...file, ...plannedObject(node, target, request) });
    } else {
      outputs.set(node, { ...file, name: outputName(target.datasetName, format, taken) });
    }
  }
  return outputs;
}

function plannedWrite(
  { node, inputs, outputs: [{ relation }] }: PlannedNode,
  target: TableTarget,
  request: ExportRequest,
): DatabaseWrite {
  const named = { id: node.id, label: nodeLabel(node) };
  if (inputs.get('in')?.some(({ pivot }) => pivot !== null) === true) {
    throw new NodeError(
      named,
      'A pivot without heads has no columns that a table could be made of.',
    );
  }
  const connection = namingNode(node, () => writableConnection(target.connectionId, request));
  return { connection, target, columns: relation.columns };
}

function plannedObject(
  { node }: PlannedNode,
  target: ObjectTarget,
  request: ExportRequest,
): Pick<ObjectWrite, 'connection' | 'name' | 'replaces'> {
  const connection = namingNode(node, () => storageConnection(target.connectionId, request));
  const { path: name, mode } = withPath(target, node.id);
  return { connection, name, replaces: mode === 'overwrite' };
}

/** @throws NodeError for a UserError */
function namingNode<T>(node: GraphNode, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new NodeError({ id: node.id, label: nodeLabel(node) }, error.message);
  }
}

/** The connections that the script uses, each once. */
export function connectionsOf(plan: FlowPlan, outputs: PlannedOutputs): readonly Connection[] {
  const reads = plan.nodes.flatMap((node) => node.outputs.flatMap(({ read }) => read ?? []));
  const writes = [...outputs.values()].filter((output) => 'connection' in output);
  const used = [...reads, ...writes].map(({ connection }) => connection);
  return [...new Map(used.map((connection) => [connection.id, connection])).values()];
}
