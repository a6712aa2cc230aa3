import { toPolarsPython } from '../../expressions/to-polars-python.ts';
import type { ConfigPath } from '../../plan/relation.ts';
import type { Check, CheckTest } from '../../plan/operators/reports.ts';
import { call, chain } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { emitCheck } from '../check-code.ts';
import { parameterCode } from '../idioms.ts';
import { polarsSelection } from './columns.ts';

/** Emits a check. A lazy script evaluates its plan here, since a check is an effect. */
export function emitPolarsCheck(python: PythonContext, check: Check, frame: string): void {
  const collected = (links: readonly string[]): string =>
    chain(frame, python.lazy ? [...links, call('collect')] : links);
  emitCheck(python, check, {
    violations: () => collected([violationsFilter(python, check)]),
    rows: () =>
      python.lazy
        ? chain(collected([call('select', [call('pl.len')])]), [call('item')])
        : call('len', [frame]),
  });
}

/** The `filter` that keeps every copy of rows with equal keys. @param at where the config has the keys */
export function duplicatesFilter(
  python: PythonContext,
  keys: readonly string[],
  at: ConfigPath | undefined,
): string {
  const cells = at === undefined ? call('pl.all') : selectionCode(python, keys, at);
  return call('filter', [chain(call('pl.struct', [cells]), [call('is_duplicated')])]);
}

function notNullFilter(
  python: PythonContext,
  { names, at }: Extract<CheckTest, { kind: 'notNull' }>,
): string {
  const selection = at === undefined ? null : selectionCode(python, names, at);
  const selected = selection?.startsWith('cs.') === true ? selection : `pl.col(${selection})`;
  const cells = selection === null ? call('pl.all') : selected;
  return call('filter', [call('pl.any_horizontal', [chain(cells, [call('is_null')])])]);
}

function selectionCode(python: PythonContext, names: readonly string[], at: ConfigPath): string {
  return polarsSelection(python, names, parameterCode(python, at) ?? python.literal(names));
}

function violationsFilter(python: PythonContext, { test }: Check): string {
  switch (test.kind) {
    case 'rows':
      return call('filter', [toPolarsPython(test.violation, python)]);
    case 'notNull':
      return notNullFilter(python, test);
    case 'unique':
      return duplicatesFilter(python, test.keys, test.at);
    case 'count':
      throw new Error('A check of the number of rows has no violating rows.');
  }
}
