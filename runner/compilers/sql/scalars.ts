import type { ColumnSchema } from '../../domain/column.ts';
import { joined, sql, trusted, type SqlText } from '../../domain/sql-text.ts';
import type { Call, TypedExpression } from '../../expressions/typed-expression.ts';
import type { SqlDialect } from './dialect.ts';

/** What an expression is compiled for. */
export interface ScalarContext {
  readonly dialect: SqlDialect;
  /** The columns of the rows; the place of a column is its name in SQL. */
  readonly columns: readonly ColumnSchema[];
}

/** The name of a column by its place. Names of people may be too long for a database. */
export function columnAt(place: number): SqlText {
  return trusted(`c${place}`);
}

/** The SQL of a column by its name. */
export function columnNamed(columns: readonly ColumnSchema[], name: string): SqlText {
  return columnAt(columns.findIndex((column) => column.name === name));
}

/** The value of a column by which rows are sorted or grouped. */
export function keyNamed(
  columns: readonly ColumnSchema[],
  name: string,
  dialect: SqlDialect,
): SqlText {
  const type = columns.find((column) => column.name === name)?.type ?? 'null';
  return dialect.key(columnNamed(columns, name), type);
}

/** The SQL of an expression; null if the dialect does not compute all of it. */
export function scalarSql(expression: TypedExpression, context: ScalarContext): SqlText | null {
  if (expression.kind === 'column') return columnNamed(context.columns, expression.name);
  if (expression.kind === 'window') return null;
  if (expression.kind === 'call') return callSql(expression, context);
  const { type, value } = expression;
  return value === null ? context.dialect.nullOf(type) : context.dialect.literal(type, value);
}

function callSql(expression: Call, context: ScalarContext): SqlText | null {
  const operation = operationOf(expression, context.dialect);
  if (operation === undefined) return null;
  const ordered = allOf(expression.args.map((arg) => scalarSql(arg, context)));
  if (ordered === null) return null;
  const args = comparesTexts(expression)
    ? ordered.map((text) => context.dialect.inIndexOrder(text))
    : ordered;
  return isLongList(expression) ? isInList(args, context.dialect) : operation(args);
}

const EQUALITIES: ReadonlySet<string> = new Set(['==', '!=', 'in']);

function comparesTexts({ operation, args: [value] }: Call): boolean {
  return EQUALITIES.has(operation.name) && value?.type === 'string';
}

/** So many comparisons for each row take no longer than a lookup. */
const SHORT_LIST = 8;

function isLongList({ operation, args }: Call): boolean {
  const [, ...list] = args;
  return (
    operation.name === 'in' &&
    list.length > SHORT_LIST &&
    list.every((one) => one.kind === 'literal' && one.value !== null)
  );
}

function isInList(args: readonly SqlText[], dialect: SqlDialect): SqlText {
  const values = rest(args).map((value) => sql`(${value})`);
  return dialect.isIn(first(args), joined(values, ', '));
}

function operationOf(
  { operation, args }: Call,
  dialect: SqlDialect,
): SqlDialect['operations'][string] | undefined {
  const { name } = operation;
  if (Object.hasOwn(GENERIC, name)) return GENERIC[name];
  const signature = `${name}(${args.map(({ type }) => type).join(', ')})`;
  return Object.hasOwn(dialect.operations, signature) ? dialect.operations[signature] : undefined;
}

/** The parts; null if one is missing. */
export function allOf(parts: readonly (SqlText | null)[]): readonly SqlText[] | null {
  return parts.every((part) => part !== null) ? parts : null;
}

const infix =
  (operator: string) =>
  (args: readonly SqlText[]): SqlText =>
    sql`(${joined(args, ` ${operator} `)})`;

const [first, rest] = [
  (args: readonly SqlText[]): SqlText => args[0] ?? trusted('NULL'),
  (args: readonly SqlText[]): readonly SqlText[] => args.slice(1),
];

/** What standard SQL computes alike for every type, by the name of the operation. */
const GENERIC: Readonly<Partial<Record<string, SqlDialect['operations'][string]>>> = {
  '==': infix('='),
  '!=': infix('<>'),
  '<': infix('<'),
  '<=': infix('<='),
  '>': infix('>'),
  '>=': infix('>='),
  and: infix('AND'),
  or: infix('OR'),
  not: (args) => sql`(NOT ${first(args)})`,
  'is null': (args) => sql`(${first(args)} IS NULL)`,
  'is not null': (args) => sql`(${first(args)} IS NOT NULL)`,
  in: (args) =>
    rest(args).length === 0
      ? sql`(CASE WHEN ${first(args)} IS NOT NULL THEN FALSE END)`
      : sql`(${first(args)} IN (${joined(rest(args), ', ')}))`,
  if: (args) => {
    const [test, then, otherwise] = args;
    return caseSql([[test, then]], otherwise);
  },
  case: (args) => {
    const pairs = rest(args).flatMap((test, place, all) =>
      place % 2 === 0 ? [[test, all[place + 1]] as const] : [],
    );
    return caseSql(pairs, first(args));
  },
  // A database may refuse it for one value.
  coalesce: (args) => (args.length === 1 ? first(args) : sql`COALESCE(${joined(args, ', ')})`),
  nullif: (args) => sql`NULLIF(${joined(args, ', ')})`,
};

type Part = SqlText | undefined;

function caseSql(pairs: readonly (readonly [test: Part, then: Part])[], otherwise: Part): SqlText {
  const none = trusted('NULL');
  const cases = pairs.map(([test = none, then = none]) => sql`WHEN ${test} THEN ${then}`);
  return sql`(CASE ${joined(cases, ' ')} ELSE ${otherwise ?? none} END)`;
}
