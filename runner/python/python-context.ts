/** The interface of a node's Python emitter to the script that is generated. */
export interface PythonContext {
  /** The name of the node in error messages: its label and id. */
  readonly nodeName: string;
  /** The variable of an input frame. Default handle: `in`. */
  frame(handle?: string): string;
  /** The variables of the input frames of a `multi` handle. */
  frames(handle: string): readonly string[];
  /** The variable that the emitter must assign. It is not that of an input; do not modify the input. */
  readonly target: string;
  /** True for the lazy polars script. */
  readonly lazy: boolean;
  /** Whether only the script finds the columns of the input. */
  readonly isOpen: boolean;
  /** Whether the script would compute the target several times if it were lazy. */
  readonly isReadAgain: boolean;
  /** Reserves the name of a frame between the input and the target. @param stem what it ends with */
  intermediate(stem: string): string;
  /** Reserves a name for a variable of the section: the given one, with a number if another section has it. */
  variable(name: string): string;
  /**
   * Returns the code of a value that each output of the node reads: if the script has several of them, a name
   * that the section assigns once.
   * @param code reads only the frames of the node's inputs
   * @param comment why the value is computed here, for the line before
   */
  shared(name: string, code: string, comment?: string): string;
  /** The variable of a parameter: its name, or a variant if the name is taken. */
  parameter(name: string): string;
  /** Whether the flow declares the parameter as an integer, so that no other number is valid. */
  isWholeNumber(name: string): boolean;
  /** The variable of `now()`: a `datetime` without a zone. */
  runTime(): string;
  /**
   * A config value that names a parameter as Python code: the parameter's variable for `{{ name }}`, an
   * f-string for a longer text, a list or a dict of them. Null for any other value.
   * @param path keys from the root of the config, e.g. `['casts', 'amount']`
   */
  parameterAt(path: readonly (string | number)[]): string | null;
  /** Whether the config value names a parameter. @param path as of `parameterAt` */
  namesParameter(path: readonly (string | number)[]): boolean;
  /** Adds a sentence to the head of the script once. */
  note(sentence: string): void;
  /** Any value as a Python literal (`None`, `True`, quoted text, lists, dicts). */
  literal(value: unknown): string;
  /** Appends a line to the node's section. The script's printer lays statements out. */
  line(code: string): void;
  /** Reserves a name that a comprehension or a loop of the section binds: no frame or parameter gets it. */
  binds(name: string): void;
  /** Adds an import to the script, e.g. `import re`. */
  import(statement: string): void;
  /** Adds a helper function to the script once. @param source the complete function */
  helper(name: string, source: string): void;
  /**
   * Adds a function of this node to the script.
   * @param source returns the complete function for its name
   * @returns the name, or a variant if another function has it
   */
  define(name: string, source: (name: string) => string): string;
}
