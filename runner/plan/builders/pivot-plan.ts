import type { ColumnSchema } from '../../domain/column.ts';
import { findColumn } from '../../domain/nearest-name.ts';
import type { Aggregate } from '../../expressions/aggregates.ts';
import { datetimeText } from '../../expressions/values/dates.ts';
import { floatText } from '../../expressions/values/number-text.ts';
import { comparison, isNullOperation } from '../../expressions/operations/logic.ts';
import { call, columnReference, literal } from '../../expressions/typed-expression.ts';
import type { LiteralValue } from '../../expressions/literal.ts';
import { planAggregate } from './aggregate-plan.ts';
import { attributeToField, checkDistinctNames, checkFields, columnChecks } from './field-checks.ts';
import type { DiscoveredPivot, Head, Pivot } from '../operators/pivot.ts';
import type { Relation } from '../relation.ts';

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
 * Plans a pivot over an aggregation, and its heads if the request has them.
 * @throws ConfigError for unknown or repeated columns
 */
export function planPivot(relation: Relation, request: PivotRequest): Pivot | DiscoveredPivot {
  const { index, aggregate, heads, fields } = request;
  checkFields([
    ...columnChecks(fields.index, index, relation.columns),
    ...columnChecks(fields.column, [request.column], relation.columns),
    ...columnChecks(fields.value, [request.value], relation.columns),
  ]);
  const keys = [...index, request.column];
  const call = { name: request.value, source: request.value, aggregate };
  const calls = { keys: fields.index, calls: fields.value };
  // The config has no list of all keys.
  const input = { ...planAggregate(relation, keys, [call], calls), keysAt: undefined };
  const pivot = {
    input,
    index,
    column: findColumn(input.columns, request.column),
    value: findColumn(input.columns, request.value),
  };
  return heads === null
    ? { op: 'discoveredPivot', ...pivot }
    : withHeads(pivot, heads, fields.heads);
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
  // A column that has only nulls has no type in which a value could be written.
  const predicate =
    column.type === 'null'
      ? literal('boolean', false)
      : call(comparison('==', column.type), cell, literal(column.type, value));
  return { name: textOf(column.type, value), isNull: false, predicate };
}

/** The text that a cast of the value to text returns. */
function textOf(type: ColumnSchema['type'], value: Exclude<LiteralValue, null>): string {
  if (typeof value === 'number') return floatText(value);
  return type === 'datetime' && typeof value === 'bigint' ? datetimeText(value) : value.toString();
}
