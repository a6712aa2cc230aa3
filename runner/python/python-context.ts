import type { ColumnSchema } from '../domain/column.ts';
import type { JsonObject } from '../domain/json.ts';

/** What an emitter of a node sees while a script is written, and how it writes to it. */
export interface PythonContext {
  /** Python expression of the input frame (a variable name). Default handle: `in`. */
  frame(handle?: string): string;
  /** The variables of a `multi` handle. */
  frames(handle: string): readonly string[];
  /** Columns of an input. */
  columns(handle?: string): readonly ColumnSchema[];
  /** Columns of all inputs of a `multi` handle. */
  manyColumns(handle: string): readonly (readonly ColumnSchema[])[];
  /**
   * The variable that the emitter must assign. It may be the same as an input's, so the input must
   * be read before the target is assigned; where it is another one, the input must stay unchanged.
   */
  readonly target: string;
  /** True while the lazy polars script is written. */
  readonly lazy: boolean;
  /** Effective values of the flow's parameters. */
  readonly parameters: JsonObject;
  /** A time to check expressions with; the script has its own, see `runTime`. */
  readonly localTime: string;
  /** The variable that holds a parameter: its name, or a variant where the name is taken. */
  parameter(name: string): string;
  /** The variable that holds what `now()` is: a `datetime` without a zone. */
  runTime(): string;
  /**
   * A config value as Python: the parameter's variable where the config says `{{ name }}`, an
   * f-string where it is part of a text, else a literal.
   * @param path keys from the config's root, e.g. `['casts', 'amount']`
   */
  value(path: readonly (string | number)[]): string;
  /** Any value as a Python literal (`None`, `True`, quoted text, lists, dicts). */
  literal(value: unknown): string;
  /** Writes one line of the node's section. */
  line(code: string): void;
  /** Asks for an import at the head, e.g. `import re`. */
  import(statement: string): void;
  /** Asks for a helper function at the head, once: the name and its whole source. */
  helper(name: string, source: string): void;
}
