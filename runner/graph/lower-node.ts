import {
  readsDataset,
  type AnyNode,
  type NodeContext,
  type NodeInputs,
  type NodeOutputs,
} from '../nodes/definition.ts';
import type { NodeOutput, Relation } from '../plan/relation.ts';
import { Table } from '../plan/table.ts';

/**
 * Lowers a node to the plan.
 * @param sources the relations of the edges by handle; for an input node, the relation of its dataset
 * @returns the relations by output handle; the first one is the main output
 * @throws UserError when the config does not fit the columns of the inputs
 */
export function lowerNode(
  { definition, config }: { readonly definition: AnyNode; readonly config: unknown },
  sources: NodeInputs<Relation>,
  context: NodeContext,
): NodeRelations {
  return new NodeRelations(definition.lower(config, inputTables(definition, sources), context));
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

/** The inputs of a node as tables. An input node reads its dataset itself. */
function inputTables(definition: AnyNode, sources: NodeInputs<Relation>): NodeInputs<Table> {
  if (readsDataset(definition)) {
    const dataset = new Table(sources.one());
    return { one: () => dataset, many: () => [dataset] };
  }
  const known = new Map<string, readonly Table[]>();
  const many = (handle: string): readonly Table[] => {
    const tables = known.get(handle) ?? sources.many(handle).map(inputTable(handle));
    known.set(handle, tables);
    return tables;
  };
  return {
    many,
    one: (handle = 'in') => {
      const [first] = many(handle);
      if (first === undefined) throw new Error(`${definition.id} has no input "${handle}"`);
      return first;
    },
  };
}

function inputTable(handle: string): (relation: Relation, position: number) => Table {
  return (relation, position) =>
    new Table({ op: 'input', handle, position, relation, columns: relation.columns });
}
