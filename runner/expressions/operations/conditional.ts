import { POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import type { ColumnType } from '../../domain/column.ts';
import type { Column } from '../../engines/pandas/frame.ts';
import { nullLike } from '../../engines/pandas/kernels/columns/take-rows.ts';
import { chooseCells } from '../../engines/pandas/kernels/cells/choose.ts';
import { argument, presence, type Operand } from '../../engines/pandas/kernels/cells/operand.ts';
import { compareCells, isTrue } from '../../engines/pandas/kernels/cells/predicates.ts';
import type { Operation } from '../operation.ts';
import { callCode, infix, member, PRECEDENCE } from '../python-code.ts';
import { head, three, two } from './arity.ts';
import { GREATEST, LEAST } from './python-helpers.ts';

/** Returns the second argument where the first is true, else the third; null counts as false. */
export function ifThenElse(type: ColumnType): Operation {
  return {
    name: 'if',
    type,
    chooses: true,
    masks: true,
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

/** Returns the first of the arguments that is not null. */
export function coalesce(type: ColumnType): Operation {
  return {
    name: 'coalesce',
    type,
    chooses: true,
    polars: (build, ...args) => build.call(POLARS_FUNCTIONS.coalesce, ...args),
    column: (args, rows) =>
      foldOperands(args, (first, second) => {
        const present = presence(first, rows);
        if (present === null && !first.constant) return first.column;
        return chooseCells(present ?? new Uint8Array(rows).fill(1), first, second);
      }),
    pandas: (args) =>
      args.slice(1).reduce((value, { text }) => member(value, `fillna(${text})`), head(args)),
    pythonPolars: (args) =>
      args.slice(1).reduce((value, { text }) => member(value, `fill_null(${text})`), head(args)),
  };
}

/** Combines the first two operands, their result with the third, and so on. */
function foldOperands(
  args: readonly Operand[],
  combine: (left: Operand, right: Operand) => Column,
): Column {
  return args
    .slice(1)
    .reduce<Operand>(
      (left, right) => ({ column: combine(left, right), constant: false }),
      head(args),
    ).column;
}

/** Returns null where both arguments are equal, else the first. */
export function nullIf(type: ColumnType): Operation {
  return {
    name: 'nullif',
    type,
    chooses: true,
    series: 'all',
    polars: (build, ...args) => {
      const [value, other] = two(args);
      return build.when(value.eq(other), build.literal(type, null), value);
    },
    column: (args, rows) => {
      const equal = { column: compareCells(args, rows, '=='), constant: false };
      const pick = isTrue(equal, rows);
      return chooseCells(pick, constantNull(argument(args, 0)), argument(args, 0));
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
function constantNull({ column }: Operand): Operand {
  return { column: nullLike(column, 1), constant: true };
}

/** Returns the greatest or least of the arguments; nulls are ignored. Of 0 and -0 the last is returned. */
export function greatestOrLeast(kind: 'greatest' | 'least', type: ColumnType): Operation {
  const relation = kind === 'greatest' ? '>' : '<';
  return {
    name: kind,
    type,
    chooses: true,
    series: 'all',
    polars: (build, ...args) => build.call(POLARS_FUNCTIONS[kind], ...args),
    column: (args, rows) =>
      foldOperands(args, (left, right) => {
        const holds = compareCells([left, right], rows, relation).values;
        const pick = pickPresent(holds, presence(left, rows), presence(right, rows));
        return chooseCells(pick, left, right);
      }),
    pandas: (args, emit) => {
      emit.helper(kind, kind === 'greatest' ? GREATEST : LEAST);
      return callCode(kind, ...args);
    },
    pythonPolars: (args) =>
      callCode(kind === 'greatest' ? 'pl.max_horizontal' : 'pl.min_horizontal', ...args),
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
