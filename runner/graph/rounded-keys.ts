import type { TypedExpression } from '../expressions/typed-expression.ts';
import type { WindowCall } from '../expressions/window-call.ts';
import type { ByOperator } from '../plan/by-operator.ts';
import type { Check } from '../plan/operators/reports.ts';
import {
  isDiscovered,
  type Discovered,
  type Join,
  type NodeOutput,
  type Project,
  type Relation,
  type Window,
} from '../plan/relation.ts';
import { roundedCells, roundedColumns } from '../plan/rounded-columns.ts';
import { operatorsOf } from '../plan/traits.ts';

type Names = ReadonlySet<string>;

const MAX_NAMED = 5;
/** Operations for which it counts whether two values are equal. */
const EQUALITIES: Names = new Set(['==', '!=', 'in', 'replace values', 'map values']);
const CURE =
  'Read them as text to keep all digits: of a database by a cast in the query of its input, of a file by numbers that are written as texts.';

/**
 * Warns of columns whose decimals a reader has rounded and that a node compares for equality, as keys or in
 * expressions: values that differ in the source can be one key. At most one sentence.
 * @param output an output of the node
 */
export function roundedKeyWarnings(output: NodeOutput): readonly string[] {
  const root = isDiscovered(output) ? groupsOf(output) : output;
  if (root === null) return [];
  const names = [...new Set(operatorsOf(root).flatMap(comparedColumns))];
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_NAMED).map((name) => `"${name}"`);
  const rest = names.length - shown.length;
  const listed = `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  const subject = names.length === 1 ? `Column ${listed} has` : `Columns ${listed} have`;
  return [
    `${subject} decimals that were rounded when they were read, and this node compares them: values that differ in the source can be equal here, and one key. ${CURE}`,
  ];
}

/** What is grouped before the columns of an output are known. */
function groupsOf(output: Discovered): Relation | null {
  return output.op === 'discoveredPivot' ? output.input : null;
}

/** The rounded columns that an operator compares for equality. */
function comparedColumns(relation: Relation): readonly string[] {
  const keys = KEYS[relation.op] as ((relation: Relation) => readonly string[]) | undefined;
  return keys?.(relation) ?? [];
}

const KEYS: Partial<ByOperator<readonly [], readonly string[]>> = {
  distinct: keysOf,
  duplicates: keysOf,
  aggregate: ({ calls, ...groups }) => {
    const counted = calls.filter(({ aggregate }) => aggregate === 'nunique');
    return [
      ...keysOf(groups),
      ...among(
        groups.input,
        counted.map(({ column }) => column.name),
      ),
    ];
  },
  join: joinKeys,
  sink: ({ input, target }) => (target.kind === 'table' ? among(input, target.keys) : []),
  check: checkKeys,
  filter: ({ input, predicate }) => comparedIn(predicate, roundedColumns(input)),
  project: ofFields,
  window: ofFields,
};

function keysOf({ input, keys }: { readonly input: Relation; readonly keys: readonly string[] }) {
  return among(input, keys);
}

function among(input: Relation, names: readonly string[]): readonly string[] {
  const rounded = roundedColumns(input);
  return names.filter((name) => rounded.has(name));
}

/** The last keys of an asof join need not be equal. */
function joinKeys({ left, right, plan: { pairs, asof } }: Join): readonly string[] {
  const equal = asof === undefined ? pairs : pairs.slice(0, -1);
  return [
    ...among(
      left,
      equal.map((pair) => pair.left.name),
    ),
    ...among(
      right,
      equal.map((pair) => pair.right.name),
    ),
  ];
}

function checkKeys({ input, test }: Check): readonly string[] {
  if (test.kind === 'unique') return among(input, test.keys);
  return test.kind === 'rows' ? comparedIn(test.violation, roundedColumns(input)) : [];
}

function ofFields({ input, fields }: Project | Window): readonly string[] {
  const rounded = roundedColumns(input);
  if (rounded.size === 0) return [];
  return fields.flatMap(({ expression }) => comparedIn(expression, rounded));
}

/** The rounded columns that an expression compares for equality. */
function comparedIn(node: TypedExpression, rounded: Names): readonly string[] {
  if (rounded.size === 0) return [];
  if (node.kind === 'window') return windowKeys(node, rounded);
  if (node.kind !== 'call') return [];
  const inner = node.args.flatMap((arg) => comparedIn(arg, rounded));
  if (!EQUALITIES.has(node.operation.name)) return inner;
  return [...inner, ...node.args.flatMap((arg) => roundedCells(unconverted(arg), rounded))];
}

/** A node may compare the texts of cells: a conversion without a text is not one of the user. */
function unconverted(node: TypedExpression): TypedExpression {
  if (node.kind !== 'call' || node.source !== undefined || !node.operation.name.startsWith('as '))
    return node;
  return node.args[0] ?? node;
}

/** Equal keys share a partition and a rank. */
function windowKeys({ function: called, over }: WindowCall, rounded: Names): readonly string[] {
  const ranked = called.kind === 'rank' ? (over.order?.keys ?? []) : [];
  return [...over.partition, ...ranked].flatMap(({ name }) => (rounded.has(name) ? [name] : []));
}
