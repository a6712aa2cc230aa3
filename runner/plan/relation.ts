import type { Bin } from './bin-relation.ts';
import type { ColumnSchema } from '../domain/column.ts';
import type { FileFormat } from '../domain/file-format.ts';
import type { JoinedColumn, JoinPlan } from './join-plan.ts';
import type { Artifact, Check } from './report-relation.ts';
import type { DiscoveredOpaque, Opaque } from './opaque.ts';
import type { DiscoveredPivot, Pivot } from './pivot-relation.ts';
import type { Aggregate } from '../expressions/aggregates.ts';
import type { Explode, Unpivot } from './reshape-relations.ts';
import type { SampleSize } from './row-sample.ts';
import type { TypedExpression } from '../expressions/typed-expression.ts';

export type { Explode, Unpivot } from './reshape-relations.ts';

/**
 * The place of a value in the config of the node: keys from its root. Generated Python names the parameter
 * there instead of the value.
 */
export type ConfigPath = readonly (string | number)[];

/** What every operator has. */
export interface Operator {
  /** The output schema. */
  readonly columns: readonly ColumnSchema[];
}

/** Reads a dataset version. The rows are in the order of the file. */
export interface Source extends Operator {
  readonly op: 'source';
  /** Identifies the data among the sources of a flow: the id of the input node. */
  readonly name: string;
}

/**
 * The output of another node, at an input of this node. The identity of the relation is that of the edge,
 * so that both inputs of a node that reads one relation twice are distinct.
 */
export interface Input extends Operator {
  readonly op: 'input';
  readonly handle: string;
  /** The index of the edge among the edges of the handle. */
  readonly position: number;
  readonly relation: Relation;
}

/** A result column of a projection. */
export interface Field {
  readonly name: string;
  readonly expression: TypedExpression;
  /** Where the config has the name. */
  readonly nameAt?: ConfigPath | undefined;
}

/** How a person would write a projection. It has no influence on the result. */
export type ProjectionStyle =
  | { readonly as: 'select' | 'drop' | 'rename'; readonly at?: ConfigPath | undefined }
  | { readonly as: 'assign' };

/** Computes one expression per column for each row. Keeps rows and order. */
export interface Project extends Operator {
  readonly op: 'project';
  readonly input: Relation;
  readonly fields: readonly Field[];
  readonly style: ProjectionStyle;
}

/** A projection whose expressions may have window calls, which read other rows. Keeps rows and order. */
export interface Window extends Operator {
  readonly op: 'window';
  readonly input: Relation;
  readonly fields: readonly Field[];
}

/** Keeps the rows for which the predicate is true, in order. */
export interface Filter extends Operator {
  readonly op: 'filter';
  readonly input: Relation;
  readonly predicate: TypedExpression;
  /** Where the config has the columns of a test for nulls, and whether it is `any` or `all` of them. */
  readonly nullTestAt?: { readonly columns: ConfigPath; readonly how: ConfigPath } | undefined;
}

/** A column to sort by. Text is sorted by code point. */
export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

/** Sorts the rows, the most significant key first. Stable. Makes an order. */
export interface Sort extends Operator {
  readonly op: 'sort';
  readonly input: Relation;
  readonly keys: readonly SortKey[];
  /** The place of nulls, regardless of the direction. */
  readonly nulls: 'first' | 'last';
  readonly at: {
    readonly columns?: ConfigPath | undefined;
    /** True for ascending, as one value for all keys or as a list. */
    readonly ascending?: ConfigPath | undefined;
    readonly nulls?: ConfigPath | undefined;
  };
}

/** Skips `offset` rows and keeps at most `length` of the next ones. Observes the order. */
export interface Slice extends Operator {
  readonly op: 'slice';
  readonly input: Relation;
  readonly offset: number;
  readonly length: number;
  readonly at: { readonly offset?: ConfigPath; readonly length?: ConfigPath };
}

/** Keeps one row, or none, of those with equal keys. Nulls are equal. Observes and keeps the order. */
export interface Distinct extends Operator {
  readonly op: 'distinct';
  readonly input: Relation;
  readonly keys: readonly string[];
  readonly keep: 'first' | 'last' | 'none';
  /** Where the config names the keys; undefined: they are all columns. */
  readonly at: ConfigPath | undefined;
}

/** Keeps the rows that have an equal row: every copy. Nulls are equal. Keeps the order. */
export interface Duplicates extends Operator {
  readonly op: 'duplicates';
  readonly input: Relation;
  readonly keys: readonly string[];
  /** Where the config names the keys; undefined: they are all columns. */
  readonly at: ConfigPath | undefined;
}

/** An aggregate of a column over each group. */
export interface AggregateCall {
  readonly name: string;
  readonly column: ColumnSchema;
  readonly aggregate: Aggregate;
}

/** Groups rows by equal keys; null is a key. Groups are in order of first appearance. */
export interface AggregateRelation extends Operator {
  readonly op: 'aggregate';
  readonly input: Relation;
  readonly keys: readonly string[];
  readonly keysAt: ConfigPath | undefined;
  readonly calls: readonly AggregateCall[];
}

/**
 * Joins rows with equal keys. Null matches nothing. Rows are in left order (a right join: in right order);
 * rows without a left side come last.
 */
export interface Join extends Operator {
  readonly op: 'join';
  readonly left: Relation;
  readonly right: Relation;
  readonly plan: JoinPlan;
  readonly suffixes: readonly [string, string];
}

/**
 * Combines each left row with each right row: for each left row in order, all right rows in order. Fails
 * when the result would have more rows than `maxRows`, before it is computed.
 */
export interface Cross extends Operator {
  readonly op: 'cross';
  readonly left: Relation;
  readonly right: Relation;
  /** The source of each result column. */
  readonly cells: readonly JoinedColumn[];
  readonly suffixes: readonly [string, string];
  readonly maxRows: number;
}

/** Concatenates rows by column name. A missing column is null; types are united. Observes the order. */
export interface Union extends Operator {
  readonly op: 'union';
  readonly inputs: readonly Relation[];
}

/**
 * Keeps the rows of a sample, or all others, in order. The sample follows from the seed and the number of
 * rows alone. Observes and keeps the order.
 */
export interface Sample extends Operator {
  readonly op: 'sample';
  readonly input: Relation;
  readonly size: SampleSize;
  readonly seed: number;
  readonly part: 'sample' | 'rest';
  readonly at: { readonly size: ConfigPath; readonly seed: ConfigPath };
}

/** Writes a file when the whole flow has succeeded. Its rows are those of the input. */
export interface Sink extends Operator {
  readonly op: 'sink';
  readonly input: Relation;
  readonly format: FileFormat;
  /** The name of the dataset to register; empty: none. */
  readonly datasetName: string;
}

/**
 * What a node lowers to: an operator of the relational algebra over other relations. Relations are
 * immutable and may be shared.
 */
export type Relation =
  | Source
  | Input
  | Project
  | Window
  | Filter
  | Sort
  | Slice
  | Distinct
  | Duplicates
  | AggregateRelation
  | Join
  | Cross
  | Union
  | Unpivot
  | Explode
  | Sample
  | Bin
  | Pivot
  | Check
  | Artifact
  | Opaque
  | Sink;

/** A relation whose schema only its execution shows. */
export type Discovered = DiscoveredPivot | DiscoveredOpaque;

/** What a node returns. */
export type NodeOutput = Relation | Discovered;

/** Whether the schema of an output is known only after its execution. */
export function isDiscovered<Output extends NodeOutput>(
  output: Output,
): output is Output & Discovered {
  return output.op === 'discoveredPivot' || output.op === 'discoveredOpaque';
}

/** The relation of an output whose schema is known. @throws Error for any other */
export function knownRelation(output: NodeOutput): Relation {
  if (isDiscovered(output)) throw new Error('The schema is known only after execution.');
  return output;
}

/** The direct inputs of a relation: those that determine its rows. The tables of an artifact do not. */
export function inputsOf(relation: Relation): readonly Relation[] {
  if (relation.op === 'source') return [];
  if (relation.op === 'input') return [relation.relation];
  if (relation.op === 'union' || relation.op === 'opaque') return relation.inputs;
  const isBinary = relation.op === 'join' || relation.op === 'cross';
  return isBinary ? [relation.left, relation.right] : [relation.input];
}
