import type { ColumnType } from '../../domain/column.ts';
import { chooseCells } from '../kernels/choose.ts';
import { argument, presence, type Operand } from '../kernels/operand.ts';
import { compareCells, isTrue } from '../kernels/predicates.ts';
import type { Operation } from '../operation.ts';
import { callCode, infix, member, PRECEDENCE } from '../python-code.ts';
import { three, two } from './arity.ts';

/** Returns the second argument where the first is true, else the third; null counts as false. */
export function ifThenElse(type: ColumnType): Operation {
  return {
    name: 'if',
    type,
    series: 'all',
    polars: (build, ...args) => build.when(...three(args)),
    column: (args, rows) =>
      chooseCells(isTrue(argument(args, 0), rows), argument(args, 1), argument(args, 2)),
    pandas: (args) => {
      const [condition, then, otherwise] = three(args);
      return member(then, `where(${member(condition, 'fillna(False)').text}, ${otherwise.text})`);
    },
    pythonPolars: (args) => {
      const [condition, then, otherwise] = three(args);
      const chosen = callCode('pl.when', condition);
      return member(member(chosen, `then(${then.text})`), `otherwise(${otherwise.text})`);
    },
  };
}

/** Returns the first argument where it is not null, else the second. */
export function coalesce(type: ColumnType): Operation {
  return {
    name: 'coalesce',
    type,
    series: 'all',
    polars: (build, ...args) => {
      const [first, second] = two(args);
      return build.call('Coalesce', first, second);
    },
    column: (args, rows) => {
      const first = argument(args, 0);
      const pick = presence(first, rows) ?? new Uint8Array(rows).fill(1);
      return chooseCells(pick, first, argument(args, 1));
    },
    pandas: (args) => {
      const [first, second] = two(args);
      return member(first, `fillna(${second.text})`);
    },
    pythonPolars: (args) => {
      const [first, second] = two(args);
      return member(first, `fill_null(${second.text})`);
    },
  };
}

/** Returns null where both arguments are equal, else the first. */
export function nullIf(type: ColumnType): Operation {
  return {
    name: 'nullif',
    type,
    series: 'all',
    polars: (build, ...args) => {
      const [value, other] = two(args);
      return build.when(value.eq(other), build.literal(type, null), value);
    },
    column: (args, rows) => {
      const equal = { column: compareCells(args, rows, '=='), constant: false };
      const pick = isTrue(equal, rows);
      return chooseCells(pick, nullLike(argument(args, 0)), argument(args, 0));
    },
    pandas: (args) => {
      const [value, other] = two(args);
      const equal = infix('==', PRECEDENCE.comparison, value, other);
      return member(value, `mask(${member(equal, 'fillna(False)').text})`);
    },
    pythonPolars: (args) => {
      const [value, other] = two(args);
      const differs = callCode('pl.when', member(value, `ne_missing(${other.text})`));
      return member(differs, `then(${value.text})`);
    },
  };
}

/** A constant null of the operand's type. */
function nullLike({ column }: Operand): Operand {
  if (column.type === 'string') {
    return { column: { type: 'string', codes: Int32Array.of(-1), dictionary: [] }, constant: true };
  }
  const validity = new Uint8Array(1);
  if (column.type === 'boolean') {
    return { column: { type: 'boolean', values: new Uint8Array(1), validity }, constant: true };
  }
  return { column: { type: column.type, values: new Float64Array(1), validity }, constant: true };
}

/** Returns the greater or lesser of two arguments; a null is ignored. */
export function greatestOrLeast(kind: 'greatest' | 'least', type: ColumnType): Operation {
  const relation = kind === 'greatest' ? '>=' : '<=';
  const method = kind === 'greatest' ? 'gtEq' : 'ltEq';
  return {
    name: kind,
    type,
    series: 'all',
    polars: (build, ...args) => {
      const [left, right] = two(args);
      return build.when(right.isNull().or(left[method](right)), left, right);
    },
    column: (args, rows) => {
      const left = argument(args, 0);
      const right = argument(args, 1);
      const holds = compareCells(args, rows, relation).values;
      const pick = pickPresent(holds, presence(left, rows), presence(right, rows));
      return chooseCells(pick, left, right);
    },
    pandas: (args) => {
      const [left, right] = two(args);
      const wins = infix(relation, PRECEDENCE.comparison, left, right);
      const test = infix('|', PRECEDENCE.or, member(right, 'isna()'), wins);
      return member(left, `where(${member(test, 'fillna(False)').text}, ${right.text})`);
    },
    pythonPolars: (args) => {
      const [left, right] = two(args);
      const wins = infix(relation, PRECEDENCE.comparison, left, right);
      const test = infix('|', PRECEDENCE.or, member(right, 'is_null()'), wins);
      return callCode(`pl.when(${test.text}).then(${left.text}).otherwise`, right);
    },
  };
}

function pickPresent(
  pick: Uint8Array,
  first: Uint8Array | null,
  second: Uint8Array | null,
): Uint8Array {
  const out = pick.slice();
  for (let row = 0; row < out.length; row++) {
    if (first !== null && first[row] === 0) out[row] = 0;
    else if (second !== null && second[row] === 0) out[row] = 1;
  }
  return out;
}
