import type { ColumnType } from '../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { argument } from '../../engines/pandas/kernels/cells/operand.ts';
import { replaceCells } from '../../engines/pandas/kernels/cells/replace-cells.ts';
import type { Operation } from '../operation.ts';
import { atom, callCode, member, type PythonCode } from '../python-code.ts';
import type { Literal } from '../literal.ts';
import { head, two } from './arity.ts';

/** A value of cells, and what replaces it. */
export interface Replacement {
  /** Never null. */
  readonly found: Literal;
  readonly value: Literal;
}

/**
 * Replaces some values of a column and keeps all others. The call has the column and then the literals of each
 * replacement, which keep parameter names.
 * @param replacements of distinct values; all literals have the type
 */
export function replaceValues(type: ColumnType, replacements: readonly Replacement[]): Operation {
  const found = replacements.map((one) => one.found);
  const values = replacements.map(({ value }) => value);
  return {
    name: 'replace values',
    type,
    polars: (build, ...args) => build.replaceValues(head(args), head(args), found, values),
    column: (args, rows) => {
      const cells = argument(args, 0);
      const literals = args.slice(1).filter((_, index) => index % 2 === 1);
      return replaceCells(cells, cells, constantsOf(found, literals), rows);
    },
    pandas: (args) => {
      const entries = entriesOf(replacements, args.slice(1), 'pd.NA');
      return member(head(args), `replace(${replaceArguments(entries)})`);
    },
    pythonPolars: (args) => {
      const entries = entriesOf(replacements, args.slice(1), 'None');
      return member(head(args), `replace(${replaceArguments(entries)})`);
    },
  };
}

/**
 * Maps the values of a column to values of another type; any other value, and null, to the fallback. The call
 * has the column, the fallback and then the literals of each replacement.
 * @param replacements of distinct values
 */
export function mapValues(
  type: ColumnType,
  replacements: readonly Replacement[],
  fallback: Literal,
): Operation {
  const otherwise = (code: PythonCode, none: string): string =>
    fallback.value === null ? none : code.text;
  const found = replacements.map((one) => one.found);
  const values = replacements.map(({ value }) => value);
  return {
    name: 'map values',
    type,
    polars: (build, ...args) => build.replaceValues(...two(args.slice(0, 2)), found, values),
    column: (args, rows) => {
      const literals = args.slice(2).filter((_, index) => index % 2 === 1);
      const constants = constantsOf(found, literals);
      return replaceCells(argument(args, 0), argument(args, 1), constants, rows);
    },
    pandas: (args, emit) => {
      const [column, other] = two(args.slice(0, 2));
      const entries = dictOf(entriesOf(replacements, args.slice(2), 'pd.NA'));
      emit.helper('map_values', MAP_VALUES);
      const dtype = emit.literal(COLUMN_TYPE_TABLE[type].pandasPython);
      return callCode('map_values', column, entries, otherwise(other, 'pd.NA'), dtype);
    },
    pythonPolars: (args) => {
      const [column, other] = two(args.slice(0, 2));
      const entries = dictOf(entriesOf(replacements, args.slice(2), 'None'));
      const options = `default=${otherwise(other, 'None')}, return_dtype=${COLUMN_TYPE_TABLE[type].polarsPython}`;
      return member(column, `replace_strict(${entries}, ${options})`);
    },
  };
}

const MAP_VALUES = `def map_values(column, mapping, default, dtype):
    """Map the values of a column; all other values, and null, to the default."""
    values = [mapping.get(value, default) for value in column]
    return pd.Series(values, index=column.index, dtype=dtype)`;

function constantsOf(
  found: readonly Literal[],
  values: Parameters<typeof replaceCells>[2]['values'],
): Parameters<typeof replaceCells>[2] {
  return { found: found.map(({ value }) => value), values };
}

type Entry = readonly [found: PythonCode, value: PythonCode];

/** The Python code of each replacement. @param none the null value of the library, which is no column here */
function entriesOf(
  replacements: readonly Replacement[],
  literals: readonly PythonCode[],
  none: string,
): readonly Entry[] {
  return replacements.map(({ value }, index) => [
    literals[2 * index] ?? atom(''),
    value.value === null ? atom(none) : (literals[2 * index + 1] ?? atom('')),
  ]);
}

function replaceArguments(entries: readonly Entry[]): string {
  const [only, ...others] = entries;
  return only !== undefined && others.length === 0
    ? only.map(({ text }) => text).join(', ')
    : dictOf(entries);
}

function dictOf(entries: readonly Entry[]): string {
  return `{${entries.map(([found, value]) => `${found.text}: ${value.text}`).join(', ')}}`;
}
