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

/** The categories of the node catalogue. */
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

/** A connection point of a node. `multi` accepts several edges. */
export interface Handle {
  readonly id: string;
  readonly type: 'dataframe' | 'model';
  readonly required: boolean;
  readonly multi: boolean;
}

/** A field of the config form of a node. */
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
    /** An object with text keys. */
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

/** The inputs of a node by handle. */
export interface NodeInputs<T> {
  /** The single input of a handle. Default handle: `in`. */
  one(handle?: string): T;
  /** All inputs of a `multi` handle, in edge order. */
  many(handle: string): readonly T[];
}

/** The values that expressions of a node can use besides columns. */
export type NodeContext = ExpressionValues;

/** The context of polars plans. */
export interface PolarsContext extends NodeContext {
  readonly pl: PolarsLibrary;
}

/**
 * A worked example. It is part of the documentation, and the parity suite runs it on both engines and in
 * all exported scripts. Inputs are by handle; a multi handle has a list of tables.
 */
export interface NodeExample {
  readonly title: string;
  readonly config: JsonObject;
  readonly inputs: Readonly<Record<string, ExampleTable | readonly ExampleTable[]>>;
  readonly expected: ExampleTable | { readonly error: RegExp };
}

/** A table of an example. */
export interface ExampleTable {
  readonly columns: readonly ColumnSchema[];
  /** Cells in column order; datetimes as ISO 8601 text. */
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
  /** The default config in the catalogue. It supplies missing keys of a node's config. */
  readonly defaultConfig: JsonObject;
  /** Parses a config with merged defaults and bound parameters. Its messages are shown to users. */
  readonly config: z.ZodType<Config>;
  readonly fields: readonly ConfigField[];
  /** Config keys with an expression. `{{ name }}` in them is a typed literal of the expression. */
  readonly expressionKeys?: readonly string[];
}

/** Reads a file. The executor binds it to a dataset version. */
export interface InputNode<Config> extends NodeBase<Config> {
  readonly kind: 'input';
}

/** Writes a file. Its frame is that of its input, and edges may leave the node. */
export interface OutputNode<Config> extends NodeBase<Config> {
  readonly kind: 'output';
}

/** Transforms frames. */
export interface TransformNode<Config> extends NodeBase<Config> {
  readonly kind: 'transform';
  /**
   * The number of output rows, for the evaluation strategy of the polars engine:
   * `same` as the input · `subset` of the input, decided for each row in a stream · `groups`, usually few,
   * so that they are collected · `other`, possibly more than fit in memory.
   */
  readonly rows: 'same' | 'subset' | 'groups' | 'other';
  /**
   * Whether the node can fail for some values, e.g. in a strict cast. Then all rows are evaluated, even if
   * later nodes use only some rows or columns. Absent: never.
   */
  checksValues?(config: Config): boolean;
  /**
   * The expressions that the node evaluates for each row of its single input. Called only after a failure,
   * to locate the first failing cell for the error message. Absent: no cell can make the node fail.
   */
  expressions?(
    inputs: NodeInputs<readonly ColumnSchema[]>,
    config: Config,
    context: NodeContext,
  ): readonly CompiledExpression[];
  /**
   * Derives the output schema from the input schemas. Rejects unknown columns and invalid types before any
   * engine runs; engines need not check them again.
   * @throws UserError
   */
  columns(
    inputs: NodeInputs<readonly ColumnSchema[]>,
    config: Config,
    context: NodeContext,
  ): readonly ColumnSchema[];
  /**
   * The lineage of the output. Absent: every column is the column with the same name of the single input,
   * and the rows depend on no column. Called only for inputs that `columns` accepts.
   */
  lineage?(
    inputs: NodeInputs<readonly ColumnSchema[]>,
    config: Config,
    context: NodeContext,
  ): NodeLineage;
  /** @returns a plan whose schema is exactly `columns(...)`. @throws UserError */
  polars(inputs: NodeInputs<PolarsFrame>, config: Config, context: PolarsContext): pl.LazyDataFrame;
  /** @returns a frame whose schema is exactly `columns(...)`. @throws UserError */
  pandas(inputs: NodeInputs<Frame>, config: Config, context: NodeContext): Frame;
  /** Emit the node as Python. Each emitter assigns `python.target`. */
  readonly python: {
    pandas(config: Config, python: PythonContext): void;
    /** The code must work on a DataFrame and on a LazyFrame; `python.lazy` says which one it gets. */
    polars(config: Config, python: PythonContext): void;
  };
  readonly examples: readonly NodeExample[];
}

/** Any node type. The config type is erased, since only the schema of the node creates its values. */
export type AnyNode = InputNode<unknown> | OutputNode<unknown> | TransformNode<unknown>;

/** Declares a node type. The config type is inferred from its schema. */
export function defineNode<Config>(
  definition: InputNode<Config> | OutputNode<Config> | TransformNode<Config>,
): AnyNode {
  return definition;
}

/** A required single input `in`. */
export const DATAFRAME_IN: Handle = { id: 'in', type: 'dataframe', required: true, multi: false };
/** The output `out`. */
export const DATAFRAME_OUT: Handle = { id: 'out', type: 'dataframe', required: true, multi: false };
