import type { UserError } from '../domain/errors.ts';
import type { SqlSource } from '../domain/sql-source.ts';
import {
  readsDataset,
  type AnyNode,
  type NodeContext,
  type NodeInputs,
  type NodeOutputs,
} from '../nodes/definition.ts';
import { isDiscovered, type NodeOutput, type Relation } from '../plan/relation.ts';
import { DiscoveredTable } from '../plan/discovered-table.ts';
import { Table } from '../plan/table.ts';
import { checkNewColumns, maxNewColumns } from './new-columns.ts';
import type { PlannedNode } from './validate-graph.ts';

/** What an incremental input reads in one run, or why it cannot be read. */
export type BoundSource =
  | { readonly source: SqlSource; readonly warnings: readonly string[] }
  | { readonly failure: UserError };

/** What the plan of a node depends on besides its config and inputs. */
export interface LoweringContext extends NodeContext {
  /** What incremental inputs read in this run, by node id. Absent: all of their rows. */
  readonly incremental?: ReadonlyMap<string, BoundSource> | undefined;
  /** How many columns a node may make. Absent: as the variables of this process say. */
  readonly maxNewColumns?: number | undefined;
}

/**
 * Lowers a node to the plan.
 * @param sources the relations of the edges by handle; for an input node, the relation of its dataset
 * @returns the relations by output handle; the first one is the main output
 * @throws UserError when the config does not fit the columns of the inputs, or makes too many
 */
export function lowerNode(
  { definition, config, ...step }: LoweredNode,
  sources: NodeInputs<Relation>,
  context: LoweringContext,
): NodeRelations {
  const { inputs, read } = inputTables(definition, sources);
  const outputs = definition.lower(config, inputs, context);
  const max = context.maxNewColumns ?? maxNewColumns(process.env);
  for (const { relation } of Object.values(outputs)) {
    if (!isDiscovered(relation)) checkNewColumns(relation.columns, read(), max);
  }
  const bound = step.node === undefined ? undefined : context.incremental?.get(step.node.id);
  return new NodeRelations(bound === undefined ? outputs : boundOutputs(outputs, bound));
}

/** A node with its effective config. A node of a preview is in no graph. */
type LoweredNode = Pick<PlannedNode, 'definition' | 'config'> & Partial<Pick<PlannedNode, 'node'>>;

/** @throws UserError when the source cannot be read */
function boundOutputs(outputs: NodeOutputs, read: BoundSource): NodeOutputs {
  if ('failure' in read) throw read.failure;
  return Object.fromEntries(
    Object.entries(outputs).map(([handle, output]) => {
      const { relation } = output;
      if (relation.op !== 'discoveredSource') return [handle, output];
      return [handle, new DiscoveredTable({ ...relation, ...read })];
    }),
  );
}

/**
 * The output at a handle of a node. An output node has the output `out`, though the catalogue lists none.
 * @param handle null or undefined: the first output
 * @throws Error for an unknown handle
 */
export function outputOf<T>(outputs: ReadonlyMap<string, T>, handle: string | null | undefined): T {
  const [first] = outputs.keys();
  const found = outputs.get(handle ?? first ?? '');
  if (found !== undefined) return found;
  throw new Error(
    typeof handle === 'string' ? `A node has no output "${handle}".` : 'A node has no output.',
  );
}

/** The relations of a node by output handle. */
export class NodeRelations {
  readonly #outputs: NodeOutputs;

  constructor(outputs: NodeOutputs) {
    this.#outputs = outputs;
  }

  /**
   * The relation of an output. Default: the first one.
   * @throws Error for an unknown handle
   */
  of(handle?: string | null): NodeOutput {
    return outputOf(new Map(Object.entries(this.#outputs)), handle).relation;
  }

  /** All outputs in order. */
  entries(): readonly (readonly [handle: string, relation: NodeOutput])[] {
    return Object.entries(this.#outputs).map(([handle, { relation }]) => [handle, relation]);
  }
}

/** The tables that a node reads, and those that it has read so far. */
interface InputTables {
  readonly inputs: NodeInputs<Table>;
  readonly read: () => readonly Table[];
}

/** The inputs of a node as tables. An input node reads its dataset itself. */
function inputTables(definition: AnyNode, sources: NodeInputs<Relation>): InputTables {
  if (readsDataset(definition)) {
    const dataset = new Table(sources.one());
    const inputs = { one: () => dataset, many: () => [dataset] };
    return { inputs, read: () => [dataset] };
  }
  const known = new Map<string, readonly Table[]>();
  const many = (handle: string): readonly Table[] => {
    const tables = known.get(handle) ?? sources.many(handle).map(inputTable(handle));
    known.set(handle, tables);
    return tables;
  };
  const one = (handle = 'in'): Table => {
    const [first] = many(handle);
    if (first === undefined) throw new Error(`${definition.id} has no input "${handle}"`);
    return first;
  };
  return { inputs: { many, one }, read: () => [...known.values()].flat() };
}

function inputTable(handle: string): (relation: Relation, position: number) => Table {
  return (relation, position) =>
    new Table({ op: 'input', handle, position, relation, columns: relation.columns });
}
