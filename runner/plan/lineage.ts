import { columnsUsed, type TypedExpression } from '../expressions/typed-expression.ts';
import type { Bin } from './operators/bin.ts';
import { CORRELATION, type Correlate } from './operators/correlate.ts';
import { DESCRIPTION, type Describe } from './operators/describe.ts';
import type { Digest } from './operators/digest.ts';
import type { Opaque } from './operators/opaque.ts';
import type { Pivot } from './operators/pivot.ts';
import type { JoinedColumn } from '../domain/join.ts';
import { applyByOperator, type ByOperator } from './by-operator.ts';
import type {
  AggregateRelation,
  Cross,
  Explode,
  Field,
  Join,
  Relation,
  Union,
  Unpivot,
} from './relation.ts';

/** A column of an input of a node. */
export interface InputColumn {
  /** The input handle. */
  readonly handle: string;
  /** The index of the edge among the edges of the handle. */
  readonly input: number;
  readonly name: string;
}

/** `passed`: unchanged · `renamed`: unchanged under another name · `computed`: anything else. */
export type ColumnOrigin = 'passed' | 'renamed' | 'computed';

/** The input columns that an output column depends on. */
export interface ColumnSource {
  readonly origin: ColumnOrigin;
  /** Empty for a constant. */
  readonly from: readonly InputColumn[];
}

/** The lineage of a relation back to the inputs of its node. */
export interface Lineage {
  /** By output column. */
  readonly columns: ReadonlyMap<string, ColumnSource>;
  /** The columns that determine the output rows and their order: those of filters, sorts and keys. */
  readonly rows: readonly InputColumn[];
}

/** Derives the lineage of a relation. */
export function lineageOf(relation: Relation): Lineage {
  return applyByOperator(LINEAGE, relation);
}

const LINEAGE: ByOperator<readonly [], Lineage> = {
  source: () => ({ columns: new Map(), rows: [] }),
  input: ({ handle, position, columns }) => {
    const passed = columns.map(({ name }): [string, ColumnSource] => [
      name,
      { origin: 'passed', from: [{ handle, input: position, name }] },
    ]);
    return { columns: new Map(passed), rows: [] };
  },
  project: ({ input, fields }) => projected(lineageOf(input), fields),
  window: ({ input, fields }) => projected(lineageOf(input), fields),
  filter: ({ input, predicate }) => withRows(lineageOf(input), columnsUsed(predicate)),
  sort: ({ input, keys }) =>
    withRows(
      lineageOf(input),
      keys.map(({ column }) => column),
    ),
  distinct: ({ input, keys }) => withRows(lineageOf(input), keys),
  duplicates: ({ input, keys }) => withRows(lineageOf(input), keys),
  slice: ({ input }) => lineageOf(input),
  check: ({ input }) => lineageOf(input),
  nullReport: ({ input }) => lineageOf(input),
  artifact: ({ input }) => lineageOf(input),
  sample: ({ input }) => lineageOf(input),
  sink: ({ input }) => lineageOf(input),
  aggregate: grouped,
  join: joined,
  cross: crossed,
  union: united,
  unpivot: unpivoted,
  explode: exploded,
  bin: binned,
  digest: digested,
  describe: describedColumns,
  correlate: correlatedColumns,
  pivot: pivoted,
  opaque: ofScript,
};

const CONSTANT: ColumnSource = { origin: 'computed', from: [] };

function source({ columns }: Lineage, name: string): ColumnSource {
  return columns.get(name) ?? CONSTANT;
}

function computed(input: Lineage, names: readonly string[]): ColumnSource {
  return { origin: 'computed', from: names.flatMap((name) => source(input, name).from) };
}

/** The source of a column that is unchanged but may have another name. */
function copied(name: string, ...sources: readonly ColumnSource[]): ColumnSource {
  const from = sources.flatMap((each) => each.from);
  if (sources.some(({ origin }) => origin === 'computed')) return { origin: 'computed', from };
  return { origin: from.every((column) => column.name === name) ? 'passed' : 'renamed', from };
}

function projected(input: Lineage, fields: readonly Field[]): Lineage {
  const sourceOf = (name: string, expression: TypedExpression): ColumnSource =>
    expression.kind === 'column'
      ? copied(name, source(input, expression.name))
      : computed(input, columnsUsed(expression));
  return {
    columns: new Map(fields.map(({ name, expression }) => [name, sourceOf(name, expression)])),
    rows: input.rows,
  };
}

function withRows(input: Lineage, names: readonly string[]): Lineage {
  const rows = names.flatMap((name) => source(input, name).from);
  return rows.length === 0 ? input : { ...input, rows: [...input.rows, ...rows] };
}

function grouped({ input, keys, calls }: AggregateRelation): Lineage {
  const grouping = withRows(lineageOf(input), keys);
  const keySources = keys.map((key): [string, ColumnSource] => [key, source(grouping, key)]);
  const results = calls.map(({ name, column }): [string, ColumnSource] => [
    name,
    computed(grouping, [column.name]),
  ]);
  return { columns: new Map([...keySources, ...results]), rows: grouping.rows };
}

function joined({ left, right, plan }: Join): Lineage {
  const leftInput = lineageOf(left);
  const rightInput = lineageOf(right);
  /** A key comes from the side whose rows are all kept; in an outer join, from both. */
  const sourceOf = ({ name, source: original, from }: JoinedColumn): ColumnSource => {
    const fromLeft = source(leftInput, original);
    const fromRight = source(rightInput, original);
    if (from === 'left') return copied(name, fromLeft);
    if (from === 'right') return copied(name, fromRight);
    if (plan.how === 'outer') return copied(name, fromLeft, fromRight);
    return copied(name, plan.how === 'right' ? fromRight : fromLeft);
  };
  return {
    columns: new Map(plan.columns.map((column) => [column.name, sourceOf(column)])),
    rows: [
      ...leftInput.rows,
      ...rightInput.rows,
      ...plan.pairs.flatMap((pair) => source(leftInput, pair.left.name).from),
      ...plan.pairs.flatMap((pair) => source(rightInput, pair.right.name).from),
    ],
  };
}

/** The number of rows depends on no column. */
function crossed({ left, right, cells }: Cross): Lineage {
  const sides = { left: lineageOf(left), right: lineageOf(right) };
  const sources = cells.map((column): [string, ColumnSource] => {
    const side = column.from === 'right' ? sides.right : sides.left;
    return [column.name, copied(column.name, source(side, column.source))];
  });
  return { columns: new Map(sources), rows: [...sides.left.rows, ...sides.right.rows] };
}

/** A column comes from every input that has it. It is computed if one of them is converted. */
function united({ inputs, columns }: Union): Lineage {
  const lineages = inputs.map(lineageOf);
  const sourceOf = (name: string): ColumnSource => {
    const having = inputs.flatMap((input, index) => {
      const column = input.columns.find((each) => each.name === name);
      const lineage = lineages[index];
      return column === undefined || lineage === undefined ? [] : [{ column, lineage }];
    });
    const sources = having.map(({ lineage }) => source(lineage, name));
    const from = sources.flatMap((each) => each.from);
    const isConverted = new Set(having.map(({ column }) => column.type)).size > 1;
    return isConverted ? { origin: 'computed', from } : copied(name, ...sources);
  };
  return {
    columns: new Map(columns.map(({ name }) => [name, sourceOf(name)])),
    rows: lineages.flatMap(({ rows }) => rows),
  };
}

/** The names of the value columns are constants. */
function unpivoted({ input, keys, values, variable, value }: Unpivot): Lineage {
  const lineage = lineageOf(input);
  const keySources = keys.map((key): [string, ColumnSource] => [key, source(lineage, key)]);
  return {
    columns: new Map([
      ...keySources,
      [variable, CONSTANT],
      [value.name, computed(lineage, values)],
    ]),
    rows: lineage.rows,
  };
}

/** The texts of the column determine how many rows there are. */
function exploded({ input, column }: Explode): Lineage {
  const lineage = withRows(lineageOf(input), [column]);
  const parts = computed(lineage, [column]);
  return { ...lineage, columns: new Map([...lineage.columns, [column, parts]]) };
}

/** A script may read every cell for each of its own. */
function ofScript({ inputs, columns }: Opaque): Lineage {
  const rows = inputs
    .map(lineageOf)
    .flatMap((lineage) => [
      ...lineage.rows,
      ...[...lineage.columns.values()].flatMap(({ from }) => from),
    ]);
  const computedFromAll: ColumnSource = { origin: 'computed', from: rows };
  return { columns: new Map(columns.map(({ name }) => [name, computedFromAll])), rows };
}

function binned({ input, column, name }: Bin): Lineage {
  const lineage = lineageOf(input);
  const labels = computed(lineage, [column]);
  return { ...lineage, columns: new Map([...lineage.columns, [name, labels]]) };
}

function digested({ input, column }: Digest): Lineage {
  const lineage = lineageOf(input);
  const digests = computed(lineage, [column]);
  return { ...lineage, columns: new Map([...lineage.columns, [column, digests]]) };
}

/** The schema alone decides the names and types, and how many rows there are. */
function describedColumns({ input, described }: Describe): Lineage {
  const lineage = lineageOf(input);
  const statistic = computed(
    lineage,
    described.map(({ name }) => name),
  );
  const sources = DESCRIPTION.map(({ name }): [string, ColumnSource] => [
    name,
    name === 'column' || name === 'type' ? CONSTANT : statistic,
  ]);
  return { columns: new Map(sources), rows: lineage.rows };
}

function correlatedColumns({ input, correlated }: Correlate): Lineage {
  const lineage = lineageOf(input);
  const product = computed(
    lineage,
    correlated.map(({ name }) => name),
  );
  const sources = CORRELATION.map(({ name }): [string, ColumnSource] => [
    name,
    name === 'first' || name === 'second' ? CONSTANT : product,
  ]);
  return { columns: new Map(sources), rows: lineage.rows };
}

function pivoted({ input, index, column, value, heads }: Pivot): Lineage {
  const lineage = withRows(lineageOf(input), index);
  const kept = index.map((name): [string, ColumnSource] => [name, source(lineage, name)]);
  const cells = heads.map(({ name }): [string, ColumnSource] => [
    name,
    computed(lineage, [value.name, column.name]),
  ]);
  return { columns: new Map([...kept, ...cells]), rows: lineage.rows };
}
