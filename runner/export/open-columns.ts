import { COLUMN_TYPES, type ColumnSchema, type ColumnType } from '../domain/column.ts';
import { UserError } from '../domain/errors.ts';
import { lowerNode } from '../graph/lower-node.ts';
import type { AnyNode, NodeContext } from '../nodes/definition.ts';
import type { DiscoveredOpaque } from '../plan/operators/opaque.ts';
import type { DiscoveredPivot } from '../plan/operators/pivot.ts';
import { isDiscovered, type NodeOutput, type Relation, type Source } from '../plan/relation.ts';

/** What a node computes in a script. */
export type Root = Relation | DiscoveredPivot | DiscoveredOpaque;

/** An output of a node whose input has columns that only a script finds. */
export interface OpenOutput {
  readonly handle: string;
  /** What the node computes, under one assumption on the columns of its input each. At least one. */
  readonly alternatives: readonly [Root, ...Root[]];
  /** Whether the columns of the output do not depend on those of the input. */
  readonly isClosed: boolean;
}

/** The node above whose script finds the columns, by its label, and the node that reads them. */
interface OpenNode {
  readonly definition: AnyNode;
  readonly config: unknown;
  readonly script: string;
}

/**
 * Lowers a node to the plan whose input has columns of unknown names and types, under assumptions on them that
 * differ in every respect: code that is the same for all of them needs no knowledge of the columns.
 * @throws UserError when the node needs to know the columns
 */
export function lowerOpen(node: OpenNode, context: NodeContext): readonly OpenOutput[] {
  const { definition, config, script } = node;
  const names = mentionedNames(definition, config);
  const plans = assumptions(names, otherTexts(config, names)).flatMap(({ columns, hasTexts }) => {
    const source: Source = { op: 'source', name: 'open', columns };
    try {
      const sources = { one: () => source, many: () => [source] };
      return [lowerNode({ definition, config }, sources, context).entries()];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      // A chart fits only some types, and a script draws none. A new name that a column has fails a run, too.
      if (definition.category === 'chart' || hasTexts) return [];
      throw needsColumns(script);
    }
  });
  const [first] = plans;
  if (first === undefined) throw needsColumns(script);
  return first.map(([handle], place) => {
    const [main, ...others] = plans.map((plan) => rootOf(plan[place]?.[1], script));
    if (main === undefined) throw needsColumns(script);
    const isClosed =
      !isDiscovered(main) && others.every((other) => !isDiscovered(other) && hasSame(main, other));
    return { handle, alternatives: [main, ...others], isClosed };
  });
}

/** @param script the label of the node that finds the columns */
export function needsColumns(script: string): UserError {
  return new UserError(
    `It needs the names or types of columns to become Python, and those of "${script}" are known only when it runs. Declare the columns of "${script}" to export the flow.`,
  );
}

function rootOf(output: NodeOutput | undefined, script: string): Root {
  if (output === undefined) throw needsColumns(script);
  if (!isDiscovered(output) || output.op === 'discoveredOpaque') return output;
  throw needsColumns(script);
}

function hasSame(main: Relation, other: Relation): boolean {
  return JSON.stringify(main.columns) === JSON.stringify(other.columns);
}

/** The columns that the config of a node names. */
function mentionedNames({ fields }: AnyNode, config: unknown): readonly string[] {
  const names = fields.flatMap(({ key, type }): unknown[] => {
    const value: unknown = Reflect.get(Object(config), key);
    if (type === 'column') return value === '' ? [] : [value];
    if (type === 'column_list') return Array.isArray(value) ? value : [];
    return type === 'mapping' && typeof value === 'object' ? Object.keys(value ?? {}) : [];
  });
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

/** The texts of a config, without the names of columns: any of them may be the name of a new column. */
function otherTexts(config: unknown, names: readonly string[]): readonly string[] {
  const texts = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return value.trim() === '' ? [] : [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  return [...new Set(texts(config))].filter((text) => !names.includes(text));
}

/** Columns that the input of a node may have. */
interface Assumption {
  readonly columns: readonly ColumnSchema[];
  /** Whether columns have the names that the node may give to new columns. */
  readonly hasTexts: boolean;
}

/**
 * Tables with the named columns: all of one type, and of different types, without and with columns that have the
 * other texts as names. Each has others, which differ in name, number and type.
 */
function assumptions(names: readonly string[], texts: readonly string[]): readonly Assumption[] {
  const typeAt = (place: number): ColumnType => COLUMN_TYPES[place % COLUMN_TYPES.length] ?? 'null';
  return COLUMN_TYPES.flatMap((type, turn) => {
    const others = Array.from({ length: 1 + turn }, (_, place) => ({
      name: unusedName(`other ${turn}.${place}`, [...names, ...texts]),
      type: typeAt(turn + place + 1),
    }));
    const same = [...names.map((name) => ({ name, type })), ...others];
    const different = [
      ...others,
      ...names.map((name, place) => ({ name, type: typeAt(turn + place) })),
    ];
    const named = texts.map((name, place) => ({ name, type: typeAt(turn + place) }));
    return [
      { columns: same, hasTexts: false },
      { columns: different, hasTexts: false },
      ...(texts.length === 0 ? [] : [{ columns: [...different, ...named], hasTexts: true }]),
    ];
  });
}

function unusedName(name: string, names: readonly string[]): string {
  return names.includes(name) ? unusedName(`${name}_`, names) : name;
}
