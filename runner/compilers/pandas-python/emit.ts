import { toPandasPython } from '../../expressions/to-pandas-python.ts';
import type { Project, Window } from '../../plan/relation.ts';
import { call, chain, keyword, subscript } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { pythonText } from '../../python/python-literal.ts';
import { changedFields, parameterCode } from '../idioms.ts';
import { pythonEmitter } from '../python-emitter.ts';
import { pandasDeclaredColumns } from '../declared-columns.ts';
import { pandasFoundColumns } from '../found-columns.ts';
import { aggregateCode } from './aggregate.ts';
import { binCode } from './bin.ts';
import { duplicatesCode, emitPandasCheck } from './check.ts';
import { crossCode } from './cross.ts';
import { describeCode } from './describe.ts';
import { digestCode } from './digest.ts';
import { explodeCode } from './explode.ts';
import { joinCode } from './join.ts';
import { newColumns } from './new-columns.ts';
import { discoveredPivotCode, pivotCode } from './pivot.ts';
import { distinctCode, filterCode, sliceCode, sortCode } from './rows.ts';
import { sampleCode } from './sample.ts';
import { unionCode } from './union.ts';
import { unpivotCode } from './unpivot.ts';

/** Emits the operators of a node as pandas code. */
export const emitPandas = pythonEmitter({
  filter: filterCode,
  sort: sortCode,
  slice: sliceCode,
  distinct: distinctCode,
  duplicates: duplicatesCode,
  aggregate: aggregateCode,
  pivot: pivotCode,
  discoveredPivot: discoveredPivotCode,
  unpivot: unpivotCode,
  explode: explodeCode,
  sample: sampleCode,
  bin: binCode,
  digest: digestCode,
  describe: describeCode,
  opaque: pandasDeclaredColumns,
  discoveredOpaque: pandasFoundColumns,
  join: joinCode,
  cross: crossCode,
  union: unionCode,
  check: emitPandasCheck,
  evaluated: (_python, code) => code,
  evaluatedOutput: (_python, _relation, code) => code,
  inMemory: (_python, code) => code,
  select: (_python, frame, { code }) => subscript(frame, code),
  drop: (_python, frame, { code }) => chain(frame, [call('drop', [keyword('columns', code)])]),
  rename: renameCode,
  assign: assignCode,
});

/** By default `rename` ignores names that no column has. The export refuses them where it knows the columns. */
function renameCode({ isOpen }: PythonContext, frame: string, names: string): string {
  const strict = isOpen ? [keyword('errors', pythonText('raise'))] : [];
  return chain(frame, [call('rename', [keyword('columns', names), ...strict])]);
}

/** `assign` does not modify the input frame. */
function assignCode(
  python: PythonContext,
  { fields, input }: Project | Window,
  frame: string,
): string {
  const columns = changedFields(python, fields).map(({ name, expression, nameAt }) => ({
    name,
    code: toPandasPython(expression, frame, python),
    nameCode: parameterCode(python, nameAt),
  }));
  const existing = input.columns.map(({ name }) => name);
  return chain(frame, newColumns('assign', columns, existing));
}
