import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';

/** Tests of cells that some formats cannot hold. Each is null for a null. */
type CellTest = (polars: PolarsLibrary, cell: pl.Expr) => pl.Expr;

const MICROSECONDS = 1000;

export const isEmptyText: CellTest = (polars, cell) => cell.eq(polars.lit(''));
/** Characters that XML lacks, which a sheet has as `_xHHHH_`, and texts that look so. */
export const isEscaped: CellTest = (_, cell) =>
  cell.str.contains('[\\x01-\\x08\\x0b-\\x1f\\x{fffe}\\x{ffff}]|_x[0-9A-Fa-f]{4}_');
export const hasLineBreak: CellTest = (_, cell) => cell.str.contains('[\\r\\n]');
export const hasNul: CellTest = (_, cell) => cell.str.contains('\\x00');
export const isInfinite: CellTest = (_, cell) => cell.isInfinite();

/** The library makes floats of a plain number and of the cells beside it, which rounds those after the year 2255. */
export const hasMicroseconds: CellTest = (polars, cell) => {
  const divisor = polars.lit(MICROSECONDS).cast(polars.Int64);
  return cell.cast(polars.Int64).modulo(divisor).neq(polars.lit(0).cast(polars.Int64));
};
