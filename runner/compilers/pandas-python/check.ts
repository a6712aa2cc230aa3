import { toPandasMask } from '../../expressions/to-pandas-python.ts';
import type { Duplicates } from '../../plan/relation.ts';
import type { Check } from '../../plan/operators/reports.ts';
import { call, chain, subscript } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { emitCheck } from '../check-code.ts';
import { parameterCode } from '../idioms.ts';

/** Emits a check. The violating rows keep their index, which is their place. */
export function emitPandasCheck(python: PythonContext, check: Check, frame: string): void {
  emitCheck(python, check, {
    violations: () => violationsCode(python, check, frame),
    rows: () => call('len', [frame]),
  });
}

/** The rows that have an equal row. */
export function duplicatesCode(
  python: PythonContext,
  { keys, at }: Pick<Duplicates, 'keys' | 'at'>,
  frame: string,
): string {
  const subset = at === undefined ? null : (parameterCode(python, at) ?? python.literal(keys));
  const args = subset === null ? ['keep=False'] : [`subset=${subset}`, 'keep=False'];
  return `${frame}[${frame}.duplicated(${args.join(', ')})]`;
}

function violationsCode(python: PythonContext, { test }: Check, frame: string): string {
  switch (test.kind) {
    case 'rows':
      return subscript(frame, toPandasMask(test.violation, frame, python));
    case 'notNull': {
      const names = parameterCode(python, test.at) ?? python.literal(test.names);
      const cells = test.at === undefined ? frame : subscript(frame, names);
      return subscript(frame, chain(cells, [call('isna'), call('any', ['axis=1'])]));
    }
    case 'unique':
      return duplicatesCode(python, test, frame);
    case 'count':
      throw new Error('A check of the number of rows has no violating rows.');
  }
}
