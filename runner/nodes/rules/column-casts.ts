import { COERCE, type NullRemedy } from '../../expressions/operations/null-remedy.ts';
import { canFail, type TypedExpression } from '../../expressions/typed-expression.ts';
import { reportNulls } from '../../plan/builders/null-report.ts';
import type { Table } from '../../plan/table.ts';

/** The cast of a column. */
export interface ColumnCast {
  readonly name: string;
  /** @param remedy null: values that cannot be converted become null. Else they fail the run */
  readonly cast: (remedy: NullRemedy) => TypedExpression;
}

/** Casts columns. Values that become null are reported. */
export function withCasts(
  input: Table,
  casts: readonly ColumnCast[],
  errors: 'raise' | 'coerce',
): Table {
  const remedy = errors === 'coerce' ? null : COERCE;
  const cast = input.withColumns(
    casts.map((one) => ({ name: one.name, expression: one.cast(remedy) })),
  );
  if (errors === 'raise') return cast;
  const lossy = casts.filter((one) => canFail(one.cast(COERCE)));
  return reportNulls(
    cast,
    'lost',
    lossy.map(({ name }) => name),
  );
}
