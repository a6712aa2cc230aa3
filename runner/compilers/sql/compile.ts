import { joined, sql, trusted, type SqlText } from '../../domain/sql-text.ts';
import { applyByOperator, type ByOperator } from '../../plan/by-operator.ts';
import type {
  AggregateRelation,
  Distinct,
  Duplicates,
  Input,
  Relation,
  Slice,
  Sort,
} from '../../plan/relation.ts';
import type { SqlDialect } from './dialect.ts';
import { distinctRows, ordered, queryOf, rowsWithCopies, type SqlQuery } from './query.ts';
import { allOf, columnAt, columnNamed, keyNamed, scalarSql } from './scalars.ts';

/** What the compiler needs besides the relation. */
export interface SqlContext {
  readonly dialect: SqlDialect;
  /** The query of a leaf; its columns are named `c0`, `c1`, … */
  readonly input: (input: Input) => SqlText;
}

/**
 * Compiles a part of a plan to one statement that returns its columns as `c0`, `c1`, … in order.
 * @returns null if the database does not compute an operator or an expression exactly as the engines do
 */
export function compileSql(relation: Relation, context: SqlContext): SqlText | null {
  const query = compiled(relation, context);
  if (query === null) return null;
  const values = query.columns.map(({ type }, place) => {
    const name = columnAt(place);
    return sql`${context.dialect.returned(name, type)} AS ${name}`;
  });
  const cells = joined(values, ', ');
  return query.order.length === 0
    ? sql`SELECT ${cells} FROM (${query.text}) AS q`
    : sql`SELECT ${cells} FROM (${query.text}) AS q ORDER BY ${ordered(query)}`;
}

/** Whether a dialect computes an operator over inputs that it computes. */
export function supportsSql(relation: Relation, dialect: SqlDialect): boolean {
  const order = [{ name: trusted('o0'), term: trusted('o0') }];
  return [[], order].some((orderOfInputs) => {
    const input = ({ columns }: Relation): SqlQuery => ({
      ...queryOf(trusted('SELECT'), columns),
      order: orderOfInputs,
    });
    return applyByOperator(OPERATORS, relation, input, dialect) !== null;
  });
}

function compiled(relation: Relation, context: SqlContext): SqlQuery | null {
  if (relation.op === 'input') return queryOf(context.input(relation), relation.columns);
  return applyByOperator(OPERATORS, relation, (one) => compiled(one, context), context.dialect);
}

type Compile = (relation: Relation) => SqlQuery | null;

/** The engine computes it. */
const notCompiled = (): null => null;

const OPERATORS: ByOperator<[Compile, SqlDialect], SqlQuery | null> = {
  source: notCompiled,
  input: notCompiled,
  opaque: notCompiled,
  check: notCompiled,
  nullReport: notCompiled,
  artifact: notCompiled,
  sink: notCompiled,
  window: notCompiled,
  pivot: notCompiled,
  unpivot: notCompiled,
  sample: notCompiled,
  explode: notCompiled,
  digest: notCompiled,
  describe: notCompiled,
  correlate: notCompiled,
  bin: notCompiled,
  cross: notCompiled,
  join: notCompiled,
  union: notCompiled,
  project: ({ input, fields, columns }, compile, dialect) =>
    over(compile(input), (query) => {
      const cells = allOf(
        fields.map(({ expression }) => scalarSql(expression, { dialect, ...query })),
      );
      if (cells === null) return null;
      const named = cells.map((cell, place) => sql`${cell} AS ${columnAt(place)}`);
      const selected = joined([...named, ...query.order.map(({ name }) => name)], ', ');
      return { ...query, columns, text: sql`SELECT ${selected} FROM (${query.text}) AS q` };
    }),
  filter: ({ input, predicate }, compile, dialect) =>
    over(compile(input), (query) => {
      const test = scalarSql(predicate, { dialect, ...query });
      if (test === null) return null;
      return { ...query, text: sql`SELECT * FROM (${query.text}) AS q WHERE ${test}` };
    }),
  sort: (relation, compile, dialect) =>
    over(compile(relation.input), (query) => sortedQuery(query, relation, dialect)),
  slice: (relation, compile, dialect) =>
    over(compile(relation.input), (query) => slicedQuery(query, relation, dialect)),
  distinct: (relation, compile, dialect) =>
    over(compile(relation.input), (query) => distinctQuery(query, relation, dialect)),
  duplicates: (relation, compile, dialect) =>
    over(compile(relation.input), (query) =>
      hasExactKeys(relation)
        ? rowsWithCopies(query, relation.keys, { test: '> 1', dialect })
        : null,
    ),
  aggregate: (relation, compile, dialect) =>
    over(compile(relation.input), (query) => aggregateQuery(query, relation, dialect)),
};

function over(
  input: SqlQuery | null,
  compile: (query: SqlQuery) => SqlQuery | null,
): SqlQuery | null {
  return input === null ? null : compile(input);
}

/** The sort keys become columns of their own, which later projections keep. */
function sortedQuery(query: SqlQuery, { keys, nulls }: Sort, dialect: SqlDialect): SqlQuery {
  const added = keys.map(({ column, descending }, at) => {
    const name = trusted(`o${query.order.length + at}`);
    const term = dialect.sorted(name, { descending, nulls });
    return { name, cell: keyNamed(query.columns, column, dialect), term };
  });
  const cells = added.map(({ cell, name }) => sql`${cell} AS ${name}`);
  return {
    ...query,
    text: sql`SELECT *, ${joined(cells, ', ')} FROM (${query.text}) AS q`,
    // Rows with equal keys keep the order that they had.
    order: [...added, ...query.order],
  };
}

function slicedQuery(
  query: SqlQuery,
  { offset, length }: Slice,
  { noLimit }: SqlDialect,
): SqlQuery | null {
  if (query.order.length === 0) return null;
  const start = trusted(` OFFSET ${BigInt(offset)}`);
  const limit = Number.isSafeInteger(length) ? trusted(`LIMIT ${BigInt(length)}`) : noLimit;
  const rows = sql`SELECT * FROM (${query.text}) AS q ORDER BY ${ordered(query)}`;
  return { ...query, text: sql`${rows} ${limit}${start}` };
}

/** Of rows that are equal in all columns any may stay. */
function distinctQuery(query: SqlQuery, relation: Distinct, dialect: SqlDialect): SqlQuery | null {
  if (!hasExactKeys(relation)) return null;
  const { keys, keep } = relation;
  if (keep === 'none') return rowsWithCopies(query, keys, { test: '= 1', dialect });
  if (query.order.length > 0) return null;
  return keys.length === query.columns.length ? distinctRows(query, dialect) : null;
}

function aggregateQuery(
  query: SqlQuery,
  relation: AggregateRelation,
  dialect: SqlDialect,
): SqlQuery | null {
  const { keys, calls, columns } = relation;
  if (keys.length === 0 || query.order.length > 0 || !hasExactKeys(relation)) return null;
  const results = allOf(
    calls.map(({ aggregate, column }) => {
      const compute = dialect.aggregates[column.type]?.[aggregate];
      return compute === undefined ? null : compute(columnNamed(query.columns, column.name));
    }),
  );
  if (results === null) return null;
  const by = keys.map((name) => columnNamed(query.columns, name));
  const named = [...by, ...results].map((cell, place) => sql`${cell} AS ${columnAt(place)}`);
  const groups = joined(
    keys.map((name) => keyNamed(query.columns, name, dialect)),
    ', ',
  );
  const text = sql`SELECT ${joined(named, ', ')} FROM (${query.text}) AS q GROUP BY ${groups}`;
  return queryOf(text, columns);
}

/** Of equal floats, 0 and -0, a database returns any; the engines return the first. */
function hasExactKeys({ input, keys }: Distinct | Duplicates | AggregateRelation): boolean {
  const types = new Map(input.columns.map(({ name, type }) => [name, type]));
  return keys.every((name) => types.get(name) !== 'float' && types.get(name) !== 'null');
}
