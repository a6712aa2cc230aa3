import type { ColumnType } from '../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { nullLike } from '../../engines/pandas/kernels/columns/take-rows.ts';
import type { Operation } from '../operation.ts';
import { member } from '../python-code.ts';
import { one } from './arity.ts';

/** Gives a column of the null type another type; its cells remain null. */
export function nullAs(type: ColumnType): Operation {
  const { pandasPython, polarsPython } = COLUMN_TYPE_TABLE[type];
  return {
    name: `null as ${type}`,
    type,
    polars: (build, ...args) => build.cast(one(args), type),
    column: (_args, rows) => nullLike({ type }, rows),
    pandas: (args) => member(one(args), `astype("${pandasPython}")`),
    pythonPolars: (args) => member(one(args), `cast(${polarsPython})`),
  };
}
