import { z } from 'zod';
import type { ColumnSchema } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import type { JsonValue } from '../../domain/json.ts';
import { findColumn } from '../../domain/nearest-name.ts';
import { asText, coerceImplicitly, coerceNull } from '../../expressions/coerce.ts';
import { combineBalanced } from '../../expressions/combine-balanced.ts';
import type { Relation } from '../../engines/pandas/kernels/cells/predicates.ts';
import { exactComparison } from '../../expressions/exact-comparison.ts';
import {
  logicalAnd,
  logicalOr,
  comparison,
  isIn,
  isNotNullOperation,
  isNullOperation,
} from '../../expressions/operations/logic.ts';
import { containsText, endsWithText, startsWithText } from '../../expressions/operations/text.ts';
import { call, columnReference, type TypedExpression } from '../../expressions/typed-expression.ts';
import type { Literal } from '../../expressions/literal.ts';
import { checkFields, attributeToField } from '../../plan/builders/field-checks.ts';
import type { ConfigPath } from '../../plan/relation.ts';
import { convertConfigValue } from './config-value.ts';
import {
  compareTextAsNumber,
  isNumberForText,
  isTextAmongNumbers,
  type NumberAt,
} from './number-in-text.ts';

/** The operators that the form lists. */
export const OPERATORS = [
  '==',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'isnull',
  'notnull',
  'between',
  'in',
  'contains',
  'startswith',
  'endswith',
] as const;
type Operator = (typeof OPERATORS)[number];

const ALIASES = {
  eq: '==',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
} as const satisfies Record<string, Operator>;

/** The aliases of operators, for the documentation. */
export const ALIAS_LIST = Object.entries(ALIASES)
  .map(([alias, operator]) => `${alias} (${operator})`)
  .join(', ');

/** All operators that configs accept, including aliases. */
export const ACCEPTED_OPERATORS = [
  ...OPERATORS,
  ...(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const),
] as const;
export type AcceptedOperator = (typeof ACCEPTED_OPERATORS)[number];

/** Operators of other languages, for hints. */
export const OPERATOR_SPELLINGS: Readonly<Record<string, Operator>> = {
  '=': '==',
  '===': '==',
  equals: '==',
  '<>': '!=',
  '!==': '!=',
  '=>': '>=',
  '=<': '<=',
  'is null': 'isnull',
  is_null: 'isnull',
  'is not null': 'notnull',
  not_null: 'notnull',
  isnotnull: 'notnull',
  starts_with: 'startswith',
  ends_with: 'endswith',
  like: 'contains',
  isin: 'in',
};

/** The schema of a single config value. */
export const scalar = z.union(
  [z.string(), z.number(), z.bigint(), z.boolean()],
  'must be a text, a number or a boolean',
);

/** A single config value. */
export type Scalar = z.infer<typeof scalar>;

/** The config of a predicate on one column. */
export interface RowPredicateConfig {
  readonly column: string;
  readonly operator: AcceptedOperator;
  readonly value?: JsonValue | undefined;
  readonly value2?: JsonValue | undefined;
}

/**
 * The predicate of a config. Its values are converted to the type of the column.
 * @param at the place of the predicate in the config of the node
 * @throws UserError for an unknown column, or a value that is missing or cannot be converted
 */
export function rowPredicate(
  config: RowPredicateConfig,
  columns: readonly ColumnSchema[],
  at: ConfigPath = [],
): TypedExpression {
  const column = attributeToField('column', () => findColumn(columns, config.column));
  return predicateOf(withoutAlias(config.operator), new Operands(config, column, at));
}

function withoutAlias(operator: AcceptedOperator): Operator {
  return isAlias(operator) ? ALIASES[operator] : operator;
}

function isAlias(operator: AcceptedOperator): operator is keyof typeof ALIASES {
  return Object.hasOwn(ALIASES, operator);
}

function predicateOf(operator: Operator, operands: Operands): TypedExpression {
  const cell = operands.cell();
  if (operator === 'isnull') return call(isNullOperation, cell);
  if (operator === 'notnull') return call(isNotNullOperation, cell);
  if (operator === 'in') return operands.isListed();
  if (isTextOperator(operator)) return textPredicate(operator, cell, operands.text());
  if (operator !== 'between') return operands.compared(operator, 'value');
  checkFields([
    ['value', () => operands.compared('>=', 'value')],
    ['value2', () => operands.compared('<=', 'value2')],
  ]);
  const low = operands.compared('>=', 'value');
  return call(logicalAnd, low, operands.compared('<=', 'value2'));
}

function textPredicate(
  operator: keyof typeof TEXT_OPERATIONS,
  cell: TypedExpression,
  part: Literal,
): TypedExpression {
  return call(TEXT_OPERATIONS[operator](String(part.value)), asText(cell), part);
}

function isTextOperator(operator: Operator): operator is keyof typeof TEXT_OPERATIONS {
  return Object.hasOwn(TEXT_OPERATIONS, operator);
}

const TEXT_OPERATIONS = {
  contains: containsText,
  startswith: startsWithText,
  endswith: endsWithText,
} as const;

/** Compares a cell with a config value of the type that `convertConfigValue` gave it. */
export function compare(
  relation: Relation,
  cell: TypedExpression,
  value: Literal,
): TypedExpression {
  if (value.type === cell.type) return call(comparison(relation, value.type), cell, value);
  if (cell.type === 'null') {
    return call(comparison(relation, value.type), coerceNull(cell, value.type), value);
  }
  // An integer column is compared with a fractional number.
  return (
    exactComparison(relation, cell, value) ??
    call(comparison(relation, 'float'), coerceImplicitly(cell) ?? cell, value)
  );
}

/** The operands of a predicate: the column and the config values. */
class Operands {
  readonly #config: RowPredicateConfig;
  readonly #column: ColumnSchema;
  readonly #at: ConfigPath;

  constructor(config: RowPredicateConfig, column: ColumnSchema, at: ConfigPath) {
    this.#config = config;
    this.#column = column;
    this.#at = at;
  }

  cell(): TypedExpression {
    return columnReference(this.#column);
  }

  compared(relation: Relation, key: 'value' | 'value2'): TypedExpression {
    return attributeToField(key, () => this.#compared(relation, key));
  }

  #compared(relation: Relation, key: 'value' | 'value2'): TypedExpression {
    const value = this.#required(key);
    if (isList(value)) {
      throw new UserError(`"${key}" must be one value; a list is for the test "in".`);
    }
    const at = [...this.#at, key];
    if (isNumberForText(value, this.#column)) {
      return compareTextAsNumber(relation, this.#column, value, at);
    }
    const converted = convertConfigValue(value, this.#column);
    return compare(relation, this.cell(), { ...converted, written: { at, value } });
  }

  text(): Literal {
    return attributeToField('value', () => this.#text());
  }

  #text(): Literal {
    const value = this.#required('value');
    if (isList(value)) {
      throw new UserError('"value" must be one text; a list is for the test "in".');
    }
    const text = convertConfigValue(value, { name: this.#column.name, type: 'string' });
    return { ...text, written: { at: [...this.#at, 'value'], value } };
  }

  isListed(): TypedExpression {
    return attributeToField('value', () => this.#isListed());
  }

  #isListed(): TypedExpression {
    const value = this.#required('value');
    const items = isList(value) ? value : splitList(value);
    const numbers: NumberAt[] = [];
    const literals = items.flatMap((item, index) => {
      // Null matches nothing.
      if (item === null) return [];
      const at = [...this.#at, 'value', ...(isList(value) ? [index] : [])];
      if (isNumberForText(item, this.#column)) {
        numbers.push({ value: item, at });
        return [];
      }
      const converted = convertConfigValue(item, this.#column);
      // The items of a text have no place of their own.
      return typeof value === 'string' ? converted : { ...converted, written: { at, value: item } };
    });
    if (this.#column.type === 'null') return call(isIn('string', []), asText(this.cell()));
    // Fractional numbers never match an integer column.
    const comparable = literals.filter((item) => item.type === this.#column.type);
    const values = comparable.map((item) => item.value);
    const listed = call(isIn(this.#column.type, values), this.cell(), ...comparable);
    const among = isTextAmongNumbers(this.#column, numbers);
    const tests = literals.length === 0 ? among : [listed, ...among];
    return combineBalanced(logicalOr, tests) ?? listed;
  }

  #required(key: 'value' | 'value2'): JsonValue {
    const value = this.#config[key];
    if (value !== undefined && value !== null) return value;
    throw new UserError(`The test "${this.#config.operator}" needs "${key}".`);
  }
}

/** Splits comma-separated text and trims the items. */
function splitList(value: JsonValue): readonly JsonValue[] {
  if (typeof value !== 'string') return [value];
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
