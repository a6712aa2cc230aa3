/** A column of an input of a node. */
export interface InputColumn {
  /** The input handle. */
  readonly handle: string;
  /** The index of the edge among the edges of the handle. */
  readonly input: number;
  readonly name: string;
}

/** `passed`: unchanged · `renamed`: unchanged under another name · `computed`: anything else. */
export type ColumnOrigin = 'passed' | 'renamed' | 'computed';

/** The input columns that an output column depends on. */
export interface ColumnSource {
  readonly origin: ColumnOrigin;
  /** Empty for a constant. */
  readonly from: readonly InputColumn[];
}

/** The lineage of a node's output. */
export interface NodeLineage {
  /** By output column. Other columns are passed from the single input. */
  readonly columns?: ReadonlyMap<string, ColumnSource>;
  /** The columns that determine the output rows and their order: those of filters, sorts and keys. */
  readonly rows?: readonly InputColumn[];
}

/** References an input column. The default is the single input. */
export function inputColumn(name: string, handle = 'in', input = 0): InputColumn {
  return { handle, input, name };
}

/** The source of a column that is computed from columns of the single input. */
export function computedFrom(...names: readonly string[]): ColumnSource {
  return { origin: 'computed', from: names.map((name) => inputColumn(name)) };
}

/** The source of an unchanged column. @param name the name of the output column */
export function copiedFrom(name: string, ...from: readonly InputColumn[]): ColumnSource {
  const isPassed = from.every((column) => column.name === name);
  return { origin: isPassed ? 'passed' : 'renamed', from };
}
