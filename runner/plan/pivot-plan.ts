import type { ColumnSchema } from '../domain/column.ts';
import { findColumn } from '../domain/nearest-name.ts';
import type { Aggregate } from '../expressions/aggregates.ts';
import { datetimeText } from '../expressions/kernels/dates.ts';
import { floatText } from '../expressions/kernels/number-text.ts';
import { comparison, isNullOperation } from '../expressions/operations/logic.ts';
import {
  call,
  columnReference,
  literal,
  type LiteralValue,
} from '../expressions/typed-expression.ts';
import { attributeToField, checkDistinctNames } from './field-checks.ts';
import type { DiscoveredPivot, Head, Pivot } from './relation.ts';

/** The config of a pivot. */
export interface PivotRequest {
  readonly index: readonly string[];
  readonly column: string;
  readonly value: string;
  readonly aggregate: Aggregate;
  /** The values that become columns, of the type of the column; null: those that the column has. */
  readonly heads: readonly LiteralValue[] | null;
  /** The config keys of the above. */
  readonly fields: Readonly<Record<'index' | 'column' | 'value' | 'heads', string>>;
}

/**
 * Gives a pivot its heads.
 * @param field the config key to which a duplicate name is attributed
 * @throws ConfigError for a head with the name of another column
 */
export function withHeads(
  pivot: Pick<DiscoveredPivot, 'input' | 'index' | 'column' | 'value'>,
  values: readonly LiteralValue[],
  field: string,
): Pivot {
  const { input, index, column, value } = pivot;
  const heads = values.map((each) => headOf(column, each));
  attributeToField(field, () => {
    checkDistinctNames([...index, ...heads.map(({ name }) => name)]);
  });
  const columns = [
    ...index.map((name) => findColumn(input.columns, name)),
    ...heads.map(({ name }) => ({ name, type: value.type })),
  ];
  return { op: 'pivot', input, index, column, value, heads, columns };
}

function headOf(column: ColumnSchema, value: LiteralValue): Head {
  const cell = columnReference(column);
  if (value === null) {
    return { name: 'null', isNull: true, predicate: call(isNullOperation, cell) };
  }
  const equal = call(comparison('==', column.type), cell, literal(column.type, value));
  return { name: textOf(column.type, value), isNull: false, predicate: equal };
}

/** The text that a cast of the value to text returns. */
function textOf(type: ColumnSchema['type'], value: Exclude<LiteralValue, null>): string {
  if (typeof value === 'number') return floatText(value);
  return type === 'datetime' && typeof value === 'bigint' ? datetimeText(value) : value.toString();
}
