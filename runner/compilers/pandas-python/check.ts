import { toPandasMask } from '../../expressions/to-pandas-python.ts';
import type { Duplicates } from '../../plan/relation.ts';
import type { Check } from '../../plan/operators/reports.ts';
import { call, chain, keyword, subscript } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { emitCheck } from '../check-code.ts';
import { parameterCode } from '../idioms.ts';
import { subsetArgument } from './rows.ts';

/** Emits a check. The violating rows keep their index, which is their place. */
export function emitPandasCheck(python: PythonContext, check: Check, frame: string): void {
  emitCheck(python, check, {
    violations: () => violationsCode(python, check, frame),
    rows: () => call('len', [frame]),
  });
}

/** Returns pandas code that keeps the rows that have an equal row. */
export function duplicatesCode(
  python: PythonContext,
  keyed: Pick<Duplicates, 'keys' | 'at'>,
  frame: string,
): string {
  const args = [...subsetArgument(python, keyed), keyword('keep', 'False')];
  return subscript(frame, chain(frame, [call('duplicated', args)]));
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
