import type pl from 'nodejs-polars';
import type { z } from 'zod';
import type { ColumnSchema } from '../domain/column.ts';
import type { JsonObject, JsonValue } from '../domain/json.ts';
import type { Frame } from '../engines/pandas/frame.ts';
import type { PolarsFrame, PolarsLibrary } from '../engines/polars/frame.ts';
import type { CompiledExpression } from '../expressions/compiled-expression.ts';
import type { ExpressionValues } from '../expressions/scope.ts';
import type { PythonContext } from '../python/python-context.ts';
import type { NodeLineage } from './lineage.ts';

export const CATEGORIES = [
  'input',
  'clean',
  'columns',
  'reshape',
  'analytics',
  'quality',
  'chart',
  'ml',
  'output',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** Where an edge docks. `multi` takes several edges. */
export interface Handle {
  readonly id: string;
  readonly type: 'dataframe' | 'model';
  readonly required: boolean;
  readonly multi: boolean;
}

/** One field of the form that a visual editor shows for a node. */
export interface ConfigField {
  readonly key: string;
  readonly label: string;
  readonly type:
    | 'string'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'select'
    | 'string_list'
    | 'column'
    | 'column_list'
    /** An object of text keys. */
    | 'mapping'
    /** Any JSON value. */
    | 'json';
  readonly required: boolean;
  readonly default?: JsonValue;
  readonly placeholder?: string;
  readonly help?: string;
  /** Only for `select`. */
  readonly options?: readonly string[];
  readonly min?: number;
  readonly max?: number;
}

/** What flows into a node, by handle. */
export interface NodeInputs<T> {
  /** The single input of a handle. Default handle: `in`. */
  one(handle?: string): T;
  /** All inputs of a `multi` handle, in edge order. */
  many(handle: string): readonly T[];
}

/** What expressions of the node can name besides columns. */
export type NodeContext = ExpressionValues;

export interface PolarsContext extends NodeContext {
  readonly pl: PolarsLibrary;
}

/**
 * A worked example: it is documentation, and the parity suite runs it on both engines and in all
 * exported scripts. Input rows are per handle; a multi handle takes a list of tables.
 */
export interface NodeExample {
  readonly title: string;
  readonly config: JsonObject;
  readonly inputs: Readonly<Record<string, ExampleTable | readonly ExampleTable[]>>;
  readonly expected: ExampleTable | { readonly error: RegExp };
}

export interface ExampleTable {
  readonly columns: readonly ColumnSchema[];
  /** Cells in column order; dates as ISO 8601 text. */
  readonly rows: readonly (readonly JsonValue[])[];
}

interface NodeBase<Config> {
  /** The type name in graphs, e.g. `filterRows`. */
  readonly id: string;
  readonly label: string;
  readonly category: Category;
  readonly description: string;
  readonly inputs: readonly Handle[];
  readonly outputs: readonly Handle[];
  /** As the catalogue shows it; a missing key of a node's config means the value given here. */
  readonly defaultConfig: JsonObject;
  /** Reads a config (defaults already merged, parameters bound). Its messages are shown to users. */
  readonly config: z.ZodType<Config>;
  readonly fields: readonly ConfigField[];
  /** Keys whose text is an expression: `{{ name }}` in them is a typed literal, never pasted text. */
  readonly expressionKeys?: readonly string[];
}

/** Reads a file. The executor binds it to a dataset version. */
export interface InputNode<Config> extends NodeBase<Config> {
  readonly kind: 'input';
}

/** Writes a file. Its frame is that of its input, and may flow on. */
export interface OutputNode<Config> extends NodeBase<Config> {
  readonly kind: 'output';
}

export interface TransformNode<Config> extends NodeBase<Config> {
  readonly kind: 'transform';
  /**
   * How many rows come out, so that the polars engine can plan:
   * `same` as went in · `subset`, decided row by row in a stream · `groups`, few as a rule and worth
   * holding in memory · `other`, maybe more than memory holds.
   */
  readonly rows: 'same' | 'subset' | 'groups' | 'other';
  /**
   * Whether some values make the node fail, e.g. a strict cast: then every row is evaluated, even
   * where later nodes use only some rows or columns. Absent: never.
   */
  checksValues?(config: Config): boolean;
  /**
   * What the node evaluates in each row of its single input. When the node has failed, the first row is
   * searched for in which one of them fails, so that the error can name the cell. Good runs never ask
   * for it. Absent: no value of a row makes the node fail.
   */
  expressions?(
    inputs: NodeInputs<readonly ColumnSchema[]>,
    config: Config,
    context: NodeContext,
  ): readonly CompiledExpression[];
  /**
   * The columns that come out, from those that go in: the one place where unknown columns and
   * unfit types are refused, before any engine runs.
   * @throws UserError
   */
  columns(
    inputs: NodeInputs<readonly ColumnSchema[]>,
    config: Config,
    context: NodeContext,
  ): readonly ColumnSchema[];
  /**
   * Which input columns the columns come from, and which decide about rows. Absent: every column is
   * that of its name of the single input, and no column decides about rows. Only called for what
   * `columns` lets pass.
   */
  lineage?(
    inputs: NodeInputs<readonly ColumnSchema[]>,
    config: Config,
    context: NodeContext,
  ): NodeLineage;
  /** @returns a plan that yields exactly `columns(...)`, types included. @throws UserError */
  polars(inputs: NodeInputs<PolarsFrame>, config: Config, context: PolarsContext): pl.LazyDataFrame;
  /** @returns a frame of exactly `columns(...)`. @throws UserError */
  pandas(inputs: NodeInputs<Frame>, config: Config, context: NodeContext): Frame;
  /** Writes the node as Python: each emitter assigns `python.target`. */
  readonly python: {
    pandas(config: Config, python: PythonContext): void;
    /** Must be valid on a DataFrame and on a LazyFrame; `python.lazy` tells which one is written. */
    polars(config: Config, python: PythonContext): void;
  };
  readonly examples: readonly NodeExample[];
}

/** Any node type, its config opaque: what registries and executors hold. */
// The config type is erased on purpose: only a node's own schema makes values of it.
export type AnyNode = InputNode<unknown> | OutputNode<unknown> | TransformNode<unknown>;

/** Declares a node type; the config type is inferred from its schema. */
export function defineNode<Config>(
  definition: InputNode<Config> | OutputNode<Config> | TransformNode<Config>,
): AnyNode {
  return definition;
}

export const DATAFRAME_IN: Handle = { id: 'in', type: 'dataframe', required: true, multi: false };
export const DATAFRAME_OUT: Handle = { id: 'out', type: 'dataframe', required: true, multi: false };
