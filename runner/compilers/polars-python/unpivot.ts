import { isPolarsPattern } from '../../engines/polars/column-expression.ts';
import type { Unpivot } from '../../plan/relation.ts';
import { assign, call, chain, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { parameterCode } from '../idioms.ts';
import { unpivotCode, type UnpivotCode } from '../unpivot-code.ts';
import { polarsColumns, polarsSelection } from './columns.ts';
import { convertedFrame } from './union.ts';

/** Emits polars code, eager or lazy, that turns columns into rows. */
export function emitUnpivot(python: PythonContext, relation: Unpivot, frame: string): void {
  const code = unpivotCode(python, relation, '');
  const { conversions } = code;
  const input = conversions.length === 0 ? frame : convertedFrame(python, frame, conversions);
  const result = (python.lazy ? lazyCode : eagerCode)(python, relation, code, input);
  python.line(assign(python.target, result));
}

type Emit = (python: PythonContext, relation: Unpivot, code: UnpivotCode, frame: string) => string;

const eagerCode: Emit = (python, { keys, values, at }, { variable, value, rename }, frame) => {
  const names = (list: readonly string[], path: Unpivot['at']['values']): string =>
    polarsSelection(python, list, parameterCode(python, path) ?? python.literal(list));
  const unpivot = call('unpivot', [
    ...(at.values === undefined ? [] : [keyword('on', names(values, at.values))]),
    keyword('index', names(keys, at.keys)),
    keyword('variable_name', variable),
    keyword('value_name', value),
  ]);
  return chain(frame, [unpivot, ...rename]);
};

/** The streaming engine runs `unpivot` batch by batch, which mixes the rows of different columns. */
const lazyCode: Emit = (python, { keys, values, variable, value, at }, _code, frame) => {
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
