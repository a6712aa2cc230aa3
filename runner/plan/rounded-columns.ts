import type { TypedExpression } from '../expressions/typed-expression.ts';
import type { WindowCall } from '../expressions/window-call.ts';
import { applyByOperator, type ByOperator } from './by-operator.ts';
import type { Pivot } from './operators/pivot.ts';
import type { AggregateRelation, Cross, Field, Join, Relation, Union } from './relation.ts';

type Names = ReadonlySet<string>;

const NONE: Names = new Set();
/** Relations are immutable, and each of a flow is asked for by all below it. */
const KNOWN = new WeakMap<Relation, Names>();

/**
 * The columns whose cells are decimals that a reader has rounded. What keeps, copies or chooses cells passes the
 * mark on, also to a column of another name; a column that is computed or converted has none.
 */
export function roundedColumns(relation: Relation): Names {
  const known = KNOWN.get(relation);
  if (known !== undefined) return known;
  const found = applyByOperator(ROUNDED, relation);
  KNOWN.set(relation, found);
  return found;
}

/** The rounded columns of which an expression may return a cell as it is. */
export function roundedCells(node: TypedExpression, rounded: Names): readonly string[] {
  if (node.type !== 'float') return [];
  if (node.kind === 'column') return rounded.has(node.name) ? [node.name] : [];
  if (node.kind === 'window') return windowCells(node, rounded);
  if (node.kind === 'literal') return [];
  const { name, chooses } = node.operation;
  if (chooses === true) return node.args.flatMap((arg) => roundedCells(arg, rounded));
  return KEEPERS.has(name)
    ? node.args.slice(0, 1).flatMap((arg) => roundedCells(arg, rounded))
    : [];
}

/** Operations that return most cells of their first argument as they are. */
const KEEPERS: Names = new Set(['NaN to null', 'replace values']);
/** Aggregates whose result is one of the cells. */
const SELECTING: Names = new Set(['min', 'max', 'first', 'last', 'mode']);
const SHIFTING: Names = new Set(['shift', 'fill']);

function windowCells({ function: called, column }: WindowCall, rounded: Names): readonly string[] {
  const selects =
    'aggregate' in called ? SELECTING.has(called.aggregate) : SHIFTING.has(called.kind);
  return selects && column !== null ? roundedCells(column, rounded) : [];
}

const ofInput = ({ input }: { readonly input: Relation }): Names => roundedColumns(input);
const none = (): Names => NONE;

const ROUNDED: ByOperator<readonly [], Names> = {
  source: ({ columns }) => namesOf(columns, ({ rounded }) => rounded === true),
  input: ({ relation }) => roundedColumns(relation),
  project: projected,
  window: projected,
  filter: ofInput,
  sort: ofInput,
  distinct: ofInput,
  duplicates: ofInput,
  slice: ofInput,
  check: ofInput,
  nullReport: ofInput,
  artifact: ofInput,
  sample: ofInput,
  sink: ofInput,
  aggregate: aggregated,
  join: joined,
  cross: crossed,
  union: united,
  unpivot: ({ input, keys, values, value }) => {
    const rounded = roundedColumns(input);
    const isRounded = value.type === 'float' && values.some((name) => rounded.has(name));
    return new Set([...keys.filter((key) => rounded.has(key)), ...(isRounded ? [value.name] : [])]);
  },
  explode: ({ input, column }) => without(roundedColumns(input), column),
  bin: ({ input, name }) => without(roundedColumns(input), name),
  digest: ({ input, column }) => without(roundedColumns(input), column),
  describe: none,
  correlate: none,
  pivot: pivoted,
  opaque: none,
};

function namesOf<C extends { readonly name: string }>(
  columns: readonly C[],
  test: (column: C) => boolean,
): Names {
  const found = columns.filter(test);
  return found.length === 0 ? NONE : new Set(found.map(({ name }) => name));
}

function without(names: Names, name: string): Names {
  return names.has(name) ? new Set([...names].filter((each) => each !== name)) : names;
}

function projected({
  input,
  fields,
}: {
  readonly input: Relation;
  readonly fields: readonly Field[];
}): Names {
  const rounded = roundedColumns(input);
  if (rounded.size === 0) return NONE;
  return namesOf(fields, ({ expression }) => roundedCells(expression, rounded).length > 0);
}

function aggregated({ input, keys, calls }: AggregateRelation): Names {
  const rounded = roundedColumns(input);
  const results = calls.filter(
    ({ aggregate, column }) => SELECTING.has(aggregate) && rounded.has(column.name),
  );
  return new Set([...keys.filter((key) => rounded.has(key)), ...results.map(({ name }) => name)]);
}

function joined({ left, right, plan }: Join): Names {
  const sides = { left: roundedColumns(left), right: roundedColumns(right) };
  return namesOf(plan.columns, ({ type, from, source }) => {
    if (type !== 'float') return false;
    if (from !== 'key') return sides[from].has(source);
    const isOfLeft = plan.how !== 'right' && sides.left.has(source);
    const isOfRight = (plan.how === 'right' || plan.how === 'outer') && sides.right.has(source);
    return isOfLeft || isOfRight;
  });
}

function crossed({ left, right, cells }: Cross): Names {
  const sides = { left: roundedColumns(left), right: roundedColumns(right) };
  return namesOf(cells, ({ from, source }) =>
    sides[from === 'right' ? 'right' : 'left'].has(source),
  );
}

/** A union with a column of texts converts the cells. */
function united({ inputs, columns }: Union): Names {
  const rounded = inputs.map(roundedColumns);
  return namesOf(
    columns,
    ({ name, type }) => type === 'float' && rounded.some((names) => names.has(name)),
  );
}

function pivoted({ input, index, value, heads }: Pivot): Names {
  const rounded = roundedColumns(input);
  const cells = rounded.has(value.name) ? heads.map(({ name }) => name) : [];
  return new Set([...index.filter((name) => rounded.has(name)), ...cells]);
}
