/** A column of what flows into a node. */
export interface InputColumn {
  /** The input handle. */
  readonly handle: string;
  /** Which of the inputs that dock at the handle, in edge order. */
  readonly input: number;
  readonly name: string;
}

/** `passed`: as it was, under its name · `renamed`: as it was, under another name · `computed`: anything else. */
export type ColumnOrigin = 'passed' | 'renamed' | 'computed';

/** Where the values of one column come from. */
export interface ColumnSource {
  readonly origin: ColumnOrigin;
  /** None: of no column, e.g. a constant. */
  readonly from: readonly InputColumn[];
}

/** What a node's output is made of. */
export interface NodeLineage {
  /** By output column. One that is not here is the column of that name of the single input, as it was. */
  readonly columns?: ReadonlyMap<string, ColumnSource>;
  /** The columns that decide which rows come out, and in which order: of filters, sorts, keys. */
  readonly rows?: readonly InputColumn[];
}

/** @param handle the only input, unless told otherwise */
export function inputColumn(name: string, handle = 'in', input = 0): InputColumn {
  return { handle, input, name };
}

/** A column that is worked out from columns of the single input. */
export function computedFrom(...names: readonly string[]): ColumnSource {
  return { origin: 'computed', from: names.map((name) => inputColumn(name)) };
}

/** A column that is taken over, maybe under another name. */
export function takenFrom(name: string, ...from: readonly InputColumn[]): ColumnSource {
  const isPassed = from.every((column) => column.name === name);
  return { origin: isPassed ? 'passed' : 'renamed', from };
}
