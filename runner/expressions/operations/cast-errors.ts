import type { PythonEmitter } from '../python-code.ts';

/** Adds the pandas function of the error of a strict cast. */
export function addCellError(emit: PythonEmitter): void {
  emit.helper('cell_error', CELL_ERROR);
}

/** Adds the polars function that raises the error of a strict cast. */
export function addConverted(emit: PythonEmitter): void {
  emit.helper('converted', CONVERTED);
}

const CELL_ERROR = `def cell_error(cells, is_wrong, reason):
    """Return the error that names the column and the row of the first wrong cell."""
    row = is_wrong.to_numpy(dtype=bool).argmax()
    text = reason.replace("{}", str(cells.iloc[row]), 1)
    return ValueError(f'Column "{cells.name}", row {row + 1} of the input: {text}')`;

const CONVERTED = `def converted(values, cells, dtype, reason):
    """Return the values of cells. A cell without one raises an error with its column and row."""

    def check(columns):
        values, cells = columns
        wrong = (values.is_null() & cells.is_not_null()).arg_true()
        if len(wrong) > 0:
            text = reason.replace("{}", str(cells[wrong[0]]), 1)
            raise ValueError(f'Column "{cells.name}", row {wrong[0] + 1} of the input: {text}')
        return values

    return pl.map_batches([values, cells], check, return_dtype=dtype)`;
