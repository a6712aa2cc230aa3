import type { Connection } from '../domain/connection.ts';
import { NodeError, UserError } from '../domain/errors.ts';
import { nodeLabel, type GraphNode } from '../domain/graph.ts';
import { columnsOfEmptyTexts } from '../plan/empty-texts.ts';
import type { TableTarget } from '../plan/operators/database.ts';
import type { ObjectTarget } from '../plan/operators/storage.ts';
import type { Relation } from '../plan/relation.ts';
import type { DatabaseWrite } from './database/database-write.ts';
import { writableConnection } from './database/plan-databases.ts';
import type { ExportRequest } from './export-request.ts';
import type { FlowPlan, PlannedNode } from './flow-plan.ts';
import type { PlannedOutput } from './planned-output.ts';
import { withPath } from '../plan/object-target-path.ts';
import { WrittenTargets } from '../plan/written-targets.ts';
import { needsColumns } from './open-columns.ts';
import { outputName, type FoundType, type OutputFile } from './output-names.ts';
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
  const targets = new WrittenTargets(
    (id) => request.connections?.find((connection) => connection.id === id)?.provider ?? null,
  );
  const delimited = new Set(plan.nodes.filter(readsDelimited).map(({ node }) => node.id));
  const emptyTexts: EmptyTexts = (relation) =>
    columnsOfEmptyTexts(relation, (source) => !delimited.has(source.name));
  for (const node of plan.nodes) {
    const [{ relation }] = node.outputs;
    if (relation.op !== 'sink') continue;
    const { target, columns } = relation;
    if (target.kind !== 'file') {
      namingNode(node.node, () => {
        targets.add(target.kind === 'object' ? withPath(target, node.node.id) : target);
      });
    }
    if (target.kind === 'table') {
      outputs.set(node, plannedWrite(node, target, request));
      continue;
    }
    const { format } = target;
    const input = node.inputs.get('in')?.[0];
    const hasEmptyTexts = hasEmptyCells(relation, input, emptyTexts);
    const file = { format, columns, found: foundType(input), hasEmptyTexts };
    if (target.kind === 'object') {
      outputs.set(node, { ...file, ...plannedObject(node, target, request) });
    } else {
      const { scriptPath = '', datasetName } = target;
      const named = fileOfPath(scriptPath) === '' ? datasetName : fileOfPath(scriptPath);
      outputs.set(node, { ...file, name: outputName(named, format, taken) });
    }
  }
  return outputs;
}

/** The name of the file at a path: a script writes into its own folder. */
function fileOfPath(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? '').trim();
}

/** An empty cell of a delimited file is null. */
function readsDelimited({ file }: PlannedNode): boolean {
  return file?.format === 'csv' || file?.format === 'tsv';
}

/** The text columns of a relation that may have an empty text. */
type EmptyTexts = (relation: Relation) => ReadonlySet<string>;

/** Whether a cell or a name of a written column may be empty, also of those that only the script finds. */
function hasEmptyCells(
  relation: Relation,
  input: PlannedOutput | undefined,
  emptyTexts: EmptyTexts,
): boolean {
  if (foundType(input) === 'any') return true;
  if (relation.columns.some(({ name }) => name === '')) return true;
  if (emptyTexts(relation).size > 0) return true;
  const pivot = input?.discovered;
  if (pivot?.op !== 'discoveredPivot') return false;
  const names = emptyTexts(pivot.input);
  return names.has(pivot.column.name) || names.has(pivot.value.name);
}

/** The type of the columns that the script finds beside those that the plan knows. */
function foundType(input: PlannedOutput | undefined): FoundType | null {
  if (typeof input?.script === 'string') return 'any';
  return input?.discovered?.op === 'discoveredPivot' ? input.discovered.value.type : null;
}

function plannedWrite(
  { node, inputs, outputs: [{ relation }] }: PlannedNode,
  target: TableTarget,
  request: ExportRequest,
): DatabaseWrite {
  const named = { id: node.id, label: nodeLabel(node) };
  const [input] = inputs.get('in') ?? [];
  if (typeof input?.script === 'string') {
    throw new NodeError(named, needsColumns(input.script).message);
  }
  if (foundType(input) !== null) {
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
