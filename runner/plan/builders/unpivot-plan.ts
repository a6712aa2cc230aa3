import type { ColumnSchema } from '../../domain/column.ts';
import { ConfigError, UserError } from '../../domain/errors.ts';
import { findColumn } from '../../domain/nearest-name.ts';
import { supertype } from '../../domain/types/supertype.ts';
import { attributeToField, checkDistinctNames, checkFields, columnChecks } from './field-checks.ts';
import type { Relation, Unpivot } from '../relation.ts';

/** The config of an unpivot: which columns become rows, and the names of the two new columns. */
export interface UnpivotRequest {
  readonly keys: readonly string[];
  /** Empty: all columns that are no keys. */
  readonly values: readonly string[];
  readonly variable: string;
  readonly value: string;
  /** The config keys of the above. */
  readonly fields: Readonly<Record<'keys' | 'values' | 'variable' | 'value', string>>;
}

/** Plans an unpivot. @throws ConfigError for unknown, repeated or missing columns */
export function planUnpivot(input: Relation, request: UnpivotRequest): Unpivot {
  const { keys, variable, fields } = request;
  const { columns } = input;
  const isKey = new Set(keys);
  const rest = columns.map(({ name }) => name).filter((name) => !isKey.has(name));
  const values = request.values.length === 0 ? rest : request.values;
  const distinct = (names: readonly string[]) => (): void => {
    checkDistinctNames(names);
  };
  checkFields([
    ...columnChecks(fields.keys, keys, columns),
    ...columnChecks(fields.values, request.values, columns),
    [fields.keys, distinct(keys)],
    [fields.values, distinct(values)],
    [
      fields.values,
      () => {
        checkNoKeys(values, isKey);
      },
    ],
    [fields.variable, distinct([...keys, variable])],
  ]);
  attributeToField(fields.value, distinct([...keys, variable, request.value]));
  const [first, ...others] = values.map((name) => findColumn(columns, name).type);
  if (first === undefined) {
    const message = 'All columns are keys, so no column is left to turn into rows.';
    throw new ConfigError([{ field: fields.values, message }]);
  }
  const value: ColumnSchema = { name: request.value, type: others.reduce(supertype, first) };
  return {
    op: 'unpivot',
    input,
    keys,
    values,
    variable,
    value,
    at: {
      keys: [fields.keys],
      values: request.values.length === 0 ? undefined : [fields.values],
      variable: [fields.variable],
      value: [fields.value],
    },
    columns: [
      ...keys.map((name) => findColumn(columns, name)),
      { name: variable, type: 'string' },
      value,
    ],
  };
}

/** @throws UserError for a value column that is also a key */
function checkNoKeys(values: readonly string[], keys: ReadonlySet<string>): void {
  const both = values.find((name) => keys.has(name));
  if (both === undefined) return;
  throw new UserError(`"${both}" is repeated in every row and cannot also become rows.`);
}
