import { columnsUsed } from '../../expressions/typed-expression.ts';
import { columnsWithBin } from '../builders/bin-plan.ts';
import { applyByOperator, type ByOperator } from '../by-operator.ts';
import type {
  Distinct,
  Duplicates,
  Explode,
  Field,
  Filter,
  Input,
  Join,
  Project,
  Relation,
  Sample,
  Sink,
  Slice,
  Sort,
  Union,
  Window,
} from '../relation.ts';
import type { Artifact, Check, NullReport } from '../operators/reports.ts';
import {
  allColumns,
  columnsNeeded,
  columnsNeededOfAll,
  liveFields,
  type Names,
} from './columns-needed.ts';

/**
 * Restricts a relation to the columns that follow from those that are left of its inputs. Rows, order, types
 * and failures stay.
 * @param live the columns of the result that are read
 * @param available the columns that are left of an input
 * @returns null when a column is missing that the relation needs
 */
export function pruneColumns(
  relation: Relation,
  live: Names,
  available: (input: Input) => Names,
): Relation | null {
  const needs = columnsNeeded(relation, live);
  const isMissing = ([input, names]: readonly [Input, Names]): boolean =>
    [...names].some((name) => !available(input).has(name));
  if ([...needs].some(isMissing)) return null;
  return prunedWith(relation, { available, fieldsOf: ({ fields }) => fields });
}

/**
 * Leaves out the fields of projections that nothing reads. The inputs keep all columns, and so does the result
 * unless `live` lacks some. Rows, order, types and failures stay.
 * @param live the columns of the result that are read
 */
export function dropDeadFields(relation: Relation, live: Names): Relation {
  const needed = columnsNeededOfAll(relation, live);
  return prunedWith(relation, {
    available: allColumns,
    fieldsOf: (one) => liveFields(one.fields, needed.get(one) ?? new Set()),
  });
}

/** What a pruned plan keeps. */
interface Kept {
  /** The columns that are left of an input. */
  readonly available: (input: Input) => Names;
  /** The fields of a projection that are left if they can be computed. */
  readonly fieldsOf: (relation: Project | Window) => readonly Field[];
}

function prunedWith(relation: Relation, kept: Kept): Relation {
  const pruned = new Map<Relation, Relation>();
  const prune: Prune = (one) => {
    const known = pruned.get(one) ?? applyByOperator(PRUNE, one, prune, kept);
    pruned.set(one, known);
    return known;
  };
  return prune(relation);
}

type Prune = (relation: Relation) => Relation;

const PRUNE: ByOperator<[Prune, Kept], Relation> = {
  source: (relation) => relation,
  input: (relation, _prune, { available }) => {
    const names = available(relation);
    const columns = relation.columns.filter(({ name }) => names.has(name));
    return columns.length === relation.columns.length ? relation : { ...relation, columns };
  },
  project: prunedFields,
  window: prunedFields,
  filter: passed,
  sort: passed,
  slice: passed,
  sample: passed,
  distinct: passed,
  duplicates: passed,
  check: passed,
  nullReport: passed,
  // Its tables are evaluated as relations of their own.
  artifact: passed,
  sink: passed,
  aggregate: (relation, prune) => ({ ...relation, input: prune(relation.input) }),
  pivot: (relation, prune) => ({ ...relation, input: prune(relation.input) }),
  describe: (relation, prune) => ({ ...relation, input: prune(relation.input) }),
  correlate: (relation, prune) => ({ ...relation, input: prune(relation.input) }),
  join: prunedJoin,
  cross: (relation, prune) => ({
    ...relation,
    left: prune(relation.left),
    right: prune(relation.right),
  }),
  union: prunedUnion,
  unpivot: (relation, prune) => {
    const input = prune(relation.input);
    const keys = relation.keys.filter((key) => hasColumn(input, key));
    const dropped = new Set(relation.keys.filter((key) => !keys.includes(key)));
    const columns = relation.columns.filter(({ name }) => !dropped.has(name));
    return { ...relation, input, keys, columns };
  },
  explode: passed,
  digest: (relation, prune) => {
    const input = prune(relation.input);
    return hasColumn(input, relation.column)
      ? { ...relation, input, columns: input.columns }
      : input;
  },
  bin: (relation, prune) => {
    const input = prune(relation.input);
    return { ...relation, input, columns: columnsWithBin(input.columns, relation.name) };
  },
  opaque: (relation, prune) => ({ ...relation, inputs: relation.inputs.map(prune) }),
};

/** An operator whose columns are those of its input. */
function passed(
  relation:
    | Filter
    | Sort
    | Slice
    | Sample
    | Distinct
    | Duplicates
    | Explode
    | Check
    | NullReport
    | Artifact
    | Sink,
  prune: Prune,
): Relation {
  const input = prune(relation.input);
  return { ...relation, input, columns: input.columns };
}

/** Keeps the columns that can be computed. */
function prunedFields(relation: Project | Window, prune: Prune, { fieldsOf }: Kept): Relation {
  const input = prune(relation.input);
  const isKept = ({ expression }: Field): boolean =>
    columnsUsed(expression).every((name) => hasColumn(input, name));
  const fields = fieldsOf(relation).filter(isKept);
  const names = new Set(fields.map(({ name }) => name));
  const columns = relation.columns.filter(({ name }) => names.has(name));
  const next = { ...relation, input, fields, columns };
  // A renaming has all columns of its input.
  const isPart = next.op === 'project' && fields.length < relation.fields.length;
  return isPart ? { ...next, style: { as: 'assign' } } : next;
}

function prunedJoin(relation: Join, prune: Prune): Relation {
  const left = prune(relation.left);
  const right = prune(relation.right);
  const kept = relation.plan.columns.filter(
    ({ from, source }) => from === 'key' || hasColumn(from === 'left' ? left : right, source),
  );
  const plan = { ...relation.plan, columns: kept };
  const columns = kept.map(({ name, type }) => ({ name, type }));
  return { ...relation, left, right, plan, columns };
}

/** A column of the union is left if it is left of every input that had it. */
function prunedUnion(relation: Union, prune: Prune): Relation {
  const inputs = relation.inputs.map(prune);
  const isKept = (name: string): boolean =>
    relation.inputs.every((original, index) => {
      const left = inputs[index];
      return !hasColumn(original, name) || (left !== undefined && hasColumn(left, name));
    });
  return { ...relation, inputs, columns: relation.columns.filter(({ name }) => isKept(name)) };
}

function hasColumn({ columns }: Relation, name: string): boolean {
  return columns.some((column) => column.name === name);
}
