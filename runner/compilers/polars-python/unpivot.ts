import { isPolarsPattern } from '../../engines/polars/column-expression.ts';
import type { Unpivot } from '../../plan/relation.ts';
import { call, chain, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { parameterCode } from '../idioms.ts';
import { unpivotNames, type UnpivotNames } from '../unpivot-names.ts';
import { polarsColumns, polarsSelection } from './columns.ts';
import { convertedFrame } from './union.ts';

/** Returns polars code, eager or lazy, that turns columns into rows. */
export function unpivotCode(python: PythonContext, relation: Unpivot, frame: string): string {
  const names = unpivotNames(python, relation);
  const { conversions } = names;
  const input = conversions.length === 0 ? frame : convertedFrame(python, frame, conversions);
  return (python.lazy ? lazyCode : eagerCode)(python, relation, names, input);
}

type Code = (
  python: PythonContext,
  relation: Unpivot,
  names: UnpivotNames,
  frame: string,
) => string;

const eagerCode: Code = (python, { keys, values, at }, { variable, value, rename }, frame) => {
  const names = (list: readonly string[], path: Unpivot['at']['values']): string =>
    polarsSelection(python, list, parameterCode(python, path) ?? python.literal(list));
  const unpivot = call('unpivot', [
    ...(at.values === undefined ? [] : [keyword('on', names(values, at.values))]),
    keyword('index', names(keys, at.keys)),
    keyword('variable_name', variable),
    keyword('value_name', value),
  ]);
  return chain(frame, [unpivot, ...(rename === null ? [] : [call('rename', [rename])])]);
};

/** The streaming engine runs `unpivot` batch by batch, which mixes the rows of different columns. */
const lazyCode: Code = (python, { keys, values, variable, value, at }, _names, frame) => {
  const cell = values.some(isPolarsPattern) ? 'cs.by_name(column)' : 'pl.col(column)';
  if (cell.startsWith('cs')) python.import('import polars.selectors as cs');
  const name = parameterCode(python, at.variable) ?? python.literal(variable);
  const cellName = parameterCode(python, at.value) ?? python.literal(value.name);
  const select = call('select', [
    `*${polarsColumns(python, keys, at.keys)}`,
    `pl.lit(column).alias(${name})`,
    `${cell}.alias(${cellName})`,
  ]);
  python.binds('column');
  const columns = parameterCode(python, at.values) ?? python.literal(values);
  return call('pl.concat', [`[${chain(frame, [select])} for column in ${columns}]`]);
};
