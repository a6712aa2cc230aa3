import type { ColumnType } from '../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { chooseCells } from '../../engines/pandas/kernels/cells/choose.ts';
import { argument, type Operand } from '../../engines/pandas/kernels/cells/operand.ts';
import { isTrue } from '../../engines/pandas/kernels/cells/predicates.ts';
import type { Operation } from '../operation.ts';
import { callCode, member, type PythonCode } from '../python-code.ts';
import { head } from './arity.ts';

/**
 * Returns the value of the first test that is true, else the first argument; null is not true. The arguments
 * after the first are a test and its value, and so on.
 */
export function firstMatch(type: ColumnType): Operation {
  return {
    name: 'case',
    type,
    chooses: true,
    masks: true,
    polars: (build, ...args) =>
      pairsOf(args.slice(1)).reduceRight(
        (others, [test, value]) => build.when(test, value, others),
        head(args),
      ),
    column: (args, rows) =>
      pairsOf(args.slice(1)).reduceRight<Operand>(
        (others, [test, value]) => {
          const column = chooseCells(isTrue(test, rows), value, others);
          return { column, constant: false };
        },
        argument(args, 0),
      ).column,
    pandas: (args) => {
      const cases = pairsOf(args.slice(1)).map(
        ([test, value]) => `(${member(test, 'fillna(False)').text}, ${value.text})`,
      );
      return member(head(args), `case_when([${cases.join(', ')}])`);
    },
    pythonPolars: (args) => {
      const constant = ({ scalar, text }: PythonCode): string =>
        scalar ? `pl.lit(${text}, dtype=${COLUMN_TYPE_TABLE[type].polarsPython})` : text;
      const [first, ...others] = pairsOf(args.slice(1));
      if (first === undefined) return head(args);
      const start = member(callCode('pl.when', first[0]), `then(${constant(first[1])})`);
      const all = others.reduce(
        (code, [test, value]) =>
          member(member(code, `when(${test.text})`), `then(${constant(value)})`),
        start,
      );
      return member(all, `otherwise(${head(args).text})`);
    },
  };
}

function pairsOf<T>(args: readonly T[]): readonly (readonly [test: T, value: T])[] {
  const pairs: (readonly [T, T])[] = [];
  for (let index = 0; index + 1 < args.length; index += 2) {
    const [test, value] = args.slice(index, index + 2);
    if (test !== undefined && value !== undefined) pairs.push([test, value]);
  }
  return pairs;
}
