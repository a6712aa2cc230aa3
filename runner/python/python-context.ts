import type { ColumnSchema } from '../domain/column.ts';
import type { JsonObject } from '../domain/json.ts';

/** The interface of a node's Python emitter to the script that is generated. */
export interface PythonContext {
  /** The variable of an input frame. Default handle: `in`. */
  frame(handle?: string): string;
  /** The variables of the input frames of a `multi` handle. */
  frames(handle: string): readonly string[];
  /** The schema of an input. Default handle: `in`. */
  columns(handle?: string): readonly ColumnSchema[];
  /** The schemas of the inputs of a `multi` handle. */
  manyColumns(handle: string): readonly (readonly ColumnSchema[])[];
  /** The variable that the emitter must assign. It is not that of an input; do not modify the input. */
  readonly target: string;
  /** True for the lazy polars script. */
  readonly lazy: boolean;
  /** Effective values of the flow's parameters. */
  readonly parameters: JsonObject;
  /** The value of `now()` for compiling expressions. The script uses `runTime` instead. */
  readonly localTime: string;
  /** The variable of a parameter: its name, or a variant if the name is taken. */
  parameter(name: string): string;
  /** The variable of `now()`: a `datetime` without a zone. */
  runTime(): string;
  /**
   * A config value as Python code: the variable of a parameter for `{{ name }}`, an f-string for a text
   * with placeholders, else a literal.
   * @param path keys from the root of the config, e.g. `['casts', 'amount']`
   */
  value(path: readonly (string | number)[]): string;
  /** Like `value`, but null for a value that names no parameter. */
  parameterAt(path: readonly (string | number)[]): string | null;
  /** Any value as a Python literal (`None`, `True`, quoted text, lists, dicts). */
  literal(value: unknown): string;
  /** Appends a line to the node's section. The script's printer lays statements out. */
  line(code: string): void;
  /** Adds an import to the script, e.g. `import re`. */
  import(statement: string): void;
  /** Adds a helper function to the script once. @param source the complete function */
  helper(name: string, source: string): void;
}
