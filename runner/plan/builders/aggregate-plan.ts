import type { ColumnSchema } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { findColumn } from '../../domain/nearest-name.ts';
import { aggregateType, type Aggregate } from '../../expressions/aggregates.ts';
import {
  attributeToField,
  checkDistinctNames,
  checkFields,
  columnChecks,
  type FieldCheck,
} from './field-checks.ts';
import type { AggregateCall, AggregateRelation, Relation } from '../relation.ts';

/** An aggregate of a column under a name of its own. */
export interface RequestedAggregate {
  readonly name: string;
  readonly source: string;
  readonly aggregate: Aggregate;
}

/** The config keys of the keys and of the aggregates. */
export interface AggregateFields {
  readonly keys: string;
  readonly calls: string;
}

/** Plans an aggregation. @throws ConfigError for unknown or repeated columns and for wrong types */
export function planAggregate(
  input: Relation,
  keys: readonly string[],
  aggregates: readonly RequestedAggregate[],
  fields: AggregateFields,
): AggregateRelation {
  const callOf = (one: RequestedAggregate): AggregateCall & ColumnSchema => {
    const column = findColumn(input.columns, one.source);
    if (keys.includes(one.source)) {
      throw new UserError(
        `"${one.source}" is a key and cannot be aggregated. Aggregate another column.`,
      );
    }
    const type = aggregateType(one.aggregate, column);
    return { name: one.name, column, aggregate: one.aggregate, type };
  };
  checkFields([
    ...columnChecks(fields.keys, keys, input.columns),
    ...aggregates.map((one): FieldCheck => [fields.calls, () => callOf(one)]),
  ]);
  const calls = aggregates.map(callOf);
  const keyColumns = keys.map((name) => findColumn(input.columns, name));
  const columns = [...keyColumns, ...calls].map(({ name, type }) => ({ name, type }));
  const duplicateKey = keys.length > new Set(keys).size;
  attributeToField(duplicateKey ? fields.keys : fields.calls, () => {
    checkDistinctNames(columns.map(({ name }) => name));
  });
  return { op: 'aggregate', input, keys, keysAt: [fields.keys], calls, columns };
}
