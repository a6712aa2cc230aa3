import type { ColumnType } from '../domain/column.ts';
import type { JsonValue } from '../domain/json.ts';
import type { ExactNumber } from './values/exact-decimal.ts';

/** A constant value. Integers and datetimes (microseconds since 1970) are bigint. */
export type LiteralValue = null | boolean | bigint | number | string;

export interface Literal {
  readonly kind: 'literal';
  /** `null` only for a null to which no context has given a type. */
  readonly type: ColumnType;
  readonly value: LiteralValue;
  /** The number of a float, if its text has one that rounding changes to a whole number. */
  readonly exact?: ExactNumber;
  /** The flow parameter that supplied the value. */
  readonly parameter?: string;
  /** The value is the run's time or day; an exported script uses its own clock. */
  readonly clock?: 'now' | 'today';
  /** The place of the value in the node's config; a script names the parameter there. */
  readonly written?: WrittenValue;
  /** The values that the constant decides for: an exported script has it whatever their parameters are. */
  readonly replaces?: readonly Literal[];
}

/** A value as a config has it, before its conversion to the type of a literal. */
export interface WrittenValue {
  /** Keys from the root of the config. */
  readonly at: readonly (string | number)[];
  readonly value: JsonValue;
}
