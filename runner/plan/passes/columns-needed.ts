import { canFail, columnsUsed, isConstant } from '../../expressions/typed-expression.ts';
import { applyByOperator, type ByOperator } from '../by-operator.ts';
import type { Field, Input, Join, Relation, Union } from '../relation.ts';
import { operandsOf } from '../rewrite.ts';

/** The names of columns. */
export type Names = ReadonlySet<string>;

/**
 * Finds the columns that a relation reads of the inputs of its node.
 * @param live the columns of the result that are read
 * @returns by input; a column that can fail is evaluated, so what it reads is needed though it is not live
 */
export function columnsNeeded(relation: Relation, live: Names): ReadonlyMap<Input, Names> {
  const found = new Map<Input, Names>();
  for (const [each, names] of columnsNeededOfAll(relation, live)) {
    if (each.op === 'input') found.set(each, names);
  }
  return found;
}

/** Like columnsNeeded, for each relation of the node: the columns that are read of its result. */
export function columnsNeededOfAll(relation: Relation, live: Names): ReadonlyMap<Relation, Names> {
  const needed = new Map<Relation, Set<string>>([[relation, new Set(live)]]);
  const found = new Map<Relation, Names>();
  for (const each of outputsFirst(relation)) {
    const names = withAnyColumn(each, needed.get(each));
    found.set(each, names);
    for (const [input, columns] of applyByOperator(NEEDS, each, names)) {
      const known = needed.get(input) ?? new Set();
      needed.set(input, known);
      for (const name of columns) known.add(name);
    }
  }
  return found;
}

/** A relation without columns would have no rows, so one column is always needed. */
function withAnyColumn({ columns }: Relation, names: Names = new Set()): Names {
  const [first] = columns;
  return names.size > 0 || first === undefined ? names : new Set([first.name]);
}

/** The names of all columns of a relation. */
export function allColumns({ columns }: Pick<Relation, 'columns'>): Names {
  return new Set(columns.map(({ name }) => name));
}

/** The operators of a node and its inputs, each before those that it reads. */
function outputsFirst(root: Relation): readonly Relation[] {
  const order: Relation[] = [];
  const seen = new Set<Relation>();
  const visit = (relation: Relation): void => {
    if (seen.has(relation)) return;
    seen.add(relation);
    for (const input of operandsOf(relation)) visit(input);
    order.push(relation);
  };
  visit(root);
  return order.reverse();
}

type Needs = readonly (readonly [input: Relation, columns: Iterable<string>])[];

/** The columns that an operator reads of its inputs. An operator that may read any column needs all. */
const NEEDS: ByOperator<[live: Names], Needs> = {
  source: () => [],
  input: () => [],
  project: ({ input, fields }, live) => [[input, readByFields(fields, live)]],
  window: ({ input, fields }, live) => [[input, readByFields(fields, live)]],
  filter: ({ input, predicate }, live) => [[input, [...live, ...columnsUsed(predicate)]]],
  sort: ({ input, keys }, live) => [[input, [...live, ...keys.map(({ column }) => column)]]],
  slice: ({ input }, live) => [[input, live]],
  sample: ({ input }, live) => [[input, live]],
  distinct: ({ input, keys }, live) => [[input, [...live, ...keys]]],
  duplicates: ({ input, keys }, live) => [[input, [...live, ...keys]]],
  aggregate: ({ input, keys, calls }) => [
    [input, [...keys, ...calls.map(({ column }) => column.name)]],
  ],
  join: readByJoin,
  cross: ({ left, right }) => [
    [left, allColumns(left)],
    [right, allColumns(right)],
  ],
  union: readByUnion,
  unpivot: ({ input, keys, values }, live) => [
    [input, [...keys.filter((key) => live.has(key)), ...values]],
  ],
  explode: ({ input, column }, live) => [[input, [...live, column]]],
  digest: ({ input }, live) => [[input, live]],
  bin: ({ input, column }, live) => [
    [input, [column, ...live].filter((name) => allColumns(input).has(name))],
  ],
  describe: ({ input, described }) => [[input, described.map(({ name }) => name)]],
  correlate: ({ input, correlated }) => [[input, correlated.map(({ name }) => name)]],
  pivot: ({ input }) => [[input, allColumns(input)]],
  opaque: ({ inputs }) => inputs.map((input) => [input, allColumns(input)]),
  check: ({ input }) => [[input, allColumns(input)]],
  nullReport: ({ input, names }, live) => [[input, [...live, ...names]]],
  artifact: ({ input, tables }, live) => [
    [input, live],
    ...Object.values(tables).map((table) => [table, allColumns(table)] as const),
  ],
  sink: ({ input }) => [[input, allColumns(input)]],
};

function readByFields(fields: readonly Field[], live: Names): readonly string[] {
  return liveFields(fields, live).flatMap(({ expression }) => columnsUsed(expression));
}

/**
 * The fields of a projection that are computed: those that are read, those that can fail, and one that reads
 * a column, since a projection of constants alone has no rows.
 */
export function liveFields(fields: readonly Field[], live: Names): readonly Field[] {
  const isRead = ({ name, expression }: Field): boolean => live.has(name) || canFail(expression);
  const read = fields.filter(isRead);
  if (!read.every(({ expression }) => isConstant(expression))) return read;
  const first = fields.find(({ expression }) => !isConstant(expression));
  return fields.filter((field) => isRead(field) || field === first);
}

/** Each input keeps a column of the union, so that it keeps its rows. */
function readByUnion({ inputs }: Union, live: Names): Needs {
  const read = new Set(live);
  for (const { columns } of inputs) {
    const [first] = columns;
    if (first !== undefined && !columns.some(({ name }) => read.has(name))) read.add(first.name);
  }
  return inputs.map((input) => [input, [...allColumns(input)].filter((name) => read.has(name))]);
}

function readByJoin({ left, right, plan }: Join, live: Names): Needs {
  const read = plan.columns.filter(({ name }) => live.has(name));
  const of = (side: 'left' | 'right'): readonly string[] => [
    ...plan.pairs.map((pair) => pair[side].name),
    ...read.flatMap(({ from, source }) => (from === side ? [source] : [])),
  ];
  return [
    [left, of('left')],
    [right, of('right')],
  ];
}
