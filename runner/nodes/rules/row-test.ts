import { z } from 'zod';
import type { ColumnSchema } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import type { JsonValue } from '../../domain/json.ts';
import { findColumn } from '../../domain/nearest-name.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { asText, coerceImplicitly } from '../../expressions/coerce.ts';
import {
  toCompiledExpression,
  type CompiledExpression,
} from '../../expressions/compiled-expression.ts';
import {
  logicalAnd,
  comparison,
  isIn,
  isNotNullOperation,
  isNullOperation,
} from '../../expressions/operations/logic.ts';
import { containsText, endsWithText, startsWithText } from '../../expressions/operations/text.ts';
import {
  call,
  columnReference,
  type Literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import { checkFields, inField } from './field-checks.ts';
import { configValue } from './config-value.ts';

/** The tests as forms list them. */
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

/** The other spellings, for the documentation. */
export const ALIAS_LIST = Object.entries(ALIASES)
  .map(([alias, operator]) => `${alias} (${operator})`)
  .join(', ');

/** Every spelling that configs may have. */
export const WRITTEN_OPERATORS = [
  ...OPERATORS,
  ...(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const),
] as const;
type WrittenOperator = (typeof WRITTEN_OPERATORS)[number];

/** How other languages write the tests. */
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

export const scalar = z.union(
  [z.string(), z.number(), z.bigint(), z.boolean()],
  'must be a text, a number or a boolean',
);

/** One test of one column. */
export interface RowTestConfig {
  readonly column: string;
  readonly operator: WrittenOperator;
  readonly value?: JsonValue | undefined;
  readonly value2?: JsonValue | undefined;
}

/**
 * The test as a condition. Values are read as the column's type.
 * @param python given, the code names parameters instead of their values
 * @throws UserError on an unknown column, or a value that is missing or does not fit
 */
export function rowTest(
  config: RowTestConfig,
  columns: readonly ColumnSchema[],
  python?: PythonContext,
): CompiledExpression {
  const column = inField('column', () => findColumn(columns, config.column));
  return toCompiledExpression(
    testOf(standardName(config.operator), new Operands(config, column, python)),
  );
}

function standardName(operator: WrittenOperator): Operator {
  return isAlias(operator) ? ALIASES[operator] : operator;
}

function isAlias(operator: WrittenOperator): operator is keyof typeof ALIASES {
  return Object.hasOwn(ALIASES, operator);
}

function testOf(operator: Operator, operands: Operands): TypedExpression {
  const cell = operands.cell();
  if (operator === 'isnull') return call(isNullOperation, cell);
  if (operator === 'notnull') return call(isNotNullOperation, cell);
  if (operator === 'in') return operands.isListed();
  if (isTextTest(operator)) return testText(operator, cell, operands.text());
  if (operator !== 'between') return compare(operator, cell, operands.value('value'));
  checkFields([
    ['value', () => operands.value('value')],
    ['value2', () => operands.value('value2')],
  ]);
  const low = compare('>=', cell, operands.value('value'));
  return call(logicalAnd, low, compare('<=', cell, operands.value('value2')));
}

function testText(
  operator: keyof typeof TEXT_TESTS,
  cell: TypedExpression,
  part: Literal,
): TypedExpression {
  return call(TEXT_TESTS[operator](String(part.value)), asText(cell), part);
}

function isTextTest(operator: Operator): operator is keyof typeof TEXT_TESTS {
  return Object.hasOwn(TEXT_TESTS, operator);
}

const TEXT_TESTS = {
  contains: containsText,
  startswith: startsWithText,
  endswith: endsWithText,
} as const;

function compare(
  relation: '==' | '!=' | '>' | '>=' | '<' | '<=',
  cell: TypedExpression,
  value: Literal,
): TypedExpression {
  if (value.type === null || value.type === cell.type) {
    return call(comparison(relation, value.type ?? 'string'), cell, value);
  }
  // An integer column against a number that is not whole.
  return call(comparison(relation, 'float'), coerceImplicitly(cell) ?? cell, value);
}

/** What a test compares: the column and the values of its config. */
class Operands {
  readonly #config: RowTestConfig;
  readonly #column: ColumnSchema;
  readonly #python: PythonContext | undefined;

  constructor(config: RowTestConfig, column: ColumnSchema, python: PythonContext | undefined) {
    this.#config = config;
    this.#column = column;
    this.#python = python;
  }

  cell(): TypedExpression {
    return columnReference(this.#column);
  }

  value(key: 'value' | 'value2'): Literal {
    return inField(key, () => this.#value(key));
  }

  #value(key: 'value' | 'value2'): Literal {
    const value = this.#given(key);
    if (isList(value)) {
      throw new UserError(`"${key}" must be one value; a list is for the test "in".`);
    }
    return this.#named(configValue(value, this.#column), [key], value);
  }

  text(): Literal {
    return inField('value', () => this.#text());
  }

  #text(): Literal {
    const value = this.#given('value');
    if (isList(value))
      throw new UserError('"value" must be one text; a list is for the test "in".');
    const text = configValue(value, { name: this.#column.name, type: 'string' });
    return this.#named(text, ['value'], value);
  }

  isListed(): TypedExpression {
    return inField('value', () => this.#isListed());
  }

  #isListed(): TypedExpression {
    const value = this.#given('value');
    const items = isList(value) ? value : listOf(value);
    const read = items.flatMap((item, index) => {
      // Null is equal to nothing.
      if (item === null) return [];
      const found = configValue(item, this.#column);
      return isList(value) ? this.#named(found, ['value', index], item) : found;
    });
    const whole = read.filter((item) => item.type === this.#column.type);
    // Numbers that are not whole are in no column of integers.
    const values = whole.map((item) => item.value);
    return call(isIn(this.#column.type, values), this.cell(), ...whole);
  }

  #given(key: 'value' | 'value2'): JsonValue {
    const value = this.#config[key];
    if (value !== undefined && value !== null) return value;
    throw new UserError(`The test "${this.#config.operator}" needs "${key}".`);
  }

  /** Where the config has a parameter, Python shows its variable, if that has the right type. */
  #named(found: Literal, path: readonly (string | number)[], value: JsonValue): Literal {
    if (this.#python === undefined) return found;
    const code = this.#python.value(path);
    if (code === this.#python.literal(value)) return found;
    return { ...found, code: converted(code, found, value) };
  }
}

function converted(code: string, { type }: Literal, value: JsonValue): string {
  if (type === 'string') return typeof value === 'string' ? code : `str(${code})`;
  if (typeof value !== 'string' || type === 'datetime') return code;
  if (type === 'boolean') return `${code}.strip().lower() in ("true", "1")`;
  return type === 'integer' ? `int(${code})` : `float(${code})`;
}

/** Items between commas, without the blanks around them. */
function listOf(value: JsonValue): readonly JsonValue[] {
  if (typeof value !== 'string') return [value];
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
