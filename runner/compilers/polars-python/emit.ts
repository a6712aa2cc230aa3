import { polarsColumn } from '../../expressions/polars-column-code.ts';
import { toPolarsPython } from '../../expressions/to-polars-python.ts';
import type { Project, Relation, Window } from '../../plan/relation.ts';
import { castsStrictly } from '../../plan/traits.ts';
import { call, chain } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { changedFields, parameterCode } from '../idioms.ts';
import { pythonEmitter, type NameList } from '../python-emitter.ts';
import { polarsDeclaredColumns } from '../declared-columns.ts';
import { polarsFoundColumns } from '../found-columns.ts';
import { aggregateCode } from './aggregate.ts';
import { aliased } from './aliased.ts';
import { binCode } from './bin.ts';
import { CastColumns } from './cast-columns.ts';
import { duplicatesCode, emitPolarsCheck } from './check.ts';
import { polarsSelection } from './columns.ts';
import { crossCode } from './cross.ts';
import { describeCode } from './describe.ts';
import { digestCode } from './digest.ts';
import { chainFields } from './eager.ts';
import { explodeCode } from './explode.ts';
import { joinCode } from './join.ts';
import { discoveredPivotCode, pivotCode } from './pivot.ts';
import { distinctCode, filterCode, sliceCode, sortCode } from './rows.ts';
import { sampleCode } from './sample.ts';
import { unionCode } from './union.ts';
import { unpivotCode } from './unpivot.ts';

/** Emits the operators of a node as polars code, which works on a DataFrame and on a LazyFrame. */
export const emitPolars = pythonEmitter({
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
  opaque: polarsDeclaredColumns,
  discoveredOpaque: polarsFoundColumns,
  join: joinCode,
  cross: crossCode,
  union: unionCode,
  check: emitPolarsCheck,
  evaluated,
  evaluatedOutput,
  inMemory: ({ lazy }, code) => (lazy ? chain(code, [call('collect')]) : code),
  select: selected('select'),
  drop: selected('drop'),
  rename: (_python, frame, names) => chain(frame, [call('rename', [names])]),
  assign: assignCode,
});

/** A lazy script evaluates casts that can fail where they are, and once what it reads several times. */
function evaluatedOutput(python: PythonContext, relation: Relation, code: string): string {
  if (!python.lazy) return code;
  if (castsStrictly(relation)) {
    python.line('# Evaluated here: a lazy plan would skip a cast that no later step uses.');
  } else if (python.isReadAgain) {
    python.line('# Several steps read this frame: it is computed once, here.');
  } else {
    return code;
  }
  return evaluated(python, code);
}

/** A lazy frame of the rows that a lazy frame has now. */
function evaluated({ lazy }: PythonContext, code: string): string {
  return lazy ? chain(code, [call('collect'), call('lazy')]) : code;
}

/** A method of a frame that takes names of columns. */
function selected(method: 'select' | 'drop') {
  return (python: PythonContext, frame: string, { names, code }: NameList): string =>
    chain(frame, [call(method, [polarsSelection(python, names, code)])]);
}

function assignCode(
  python: PythonContext,
  { fields, input }: Project | Window,
  frame: string,
): string {
  const casts = new CastColumns(
    python,
    [...input.columns, ...fields].map(({ name }) => name),
  );
  const columns = changedFields(python, fields).map(({ name, expression, nameAt }) => {
    const code =
      expression.kind === 'column'
        ? polarsColumn(python, expression.name, python.literal(expression.name))
        : toPolarsPython(expression, python, casts.add);
    return aliased(code, parameterCode(python, nameAt) ?? python.literal(name));
  });
  const links = casts.around([call('with_columns', columns)]);
  return chainFields(python, frame, { fields, links });
}
