import type { ConfigPath, Duplicates } from '../../plan/relation.ts';
import type { Check, CheckTest } from '../../plan/operators/reports.ts';
import { call, chain } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { emitCheck } from '../check-code.ts';
import { parameterCode } from '../idioms.ts';
import { polarsCells, polarsSelection } from './columns.ts';
import { predicateFilter } from './rows.ts';

/** Emits a check. A lazy script evaluates its plan here, since a check is an effect. */
export function emitPolarsCheck(python: PythonContext, check: Check, frame: string): void {
  const collected = (links: readonly string[]): string =>
    chain(frame, python.lazy ? [...links, call('collect')] : links);
  emitCheck(python, check, {
    violations: () => collected(violationsFilter(python, check)),
    rows: () =>
      python.lazy
        ? chain(collected([call('select', [call('pl.len')])]), [call('item')])
        : call('len', [frame]),
  });
}

/** Returns polars code that keeps the rows that have an equal row. */
export function duplicatesCode(
  python: PythonContext,
  keyed: Pick<Duplicates, 'keys' | 'at'>,
  frame: string,
): string {
  return chain(frame, [duplicatesFilter(python, keyed)]);
}

function duplicatesFilter(
  python: PythonContext,
  { keys, at }: Pick<Duplicates, 'keys' | 'at'>,
): string {
  const names = namesCode(python, keys, at);
  const cells = names === null ? call('pl.all') : polarsSelection(python, keys, names);
  return call('filter', [chain(call('pl.struct', [cells]), [call('is_duplicated')])]);
}

function notNullFilter(
  python: PythonContext,
  { names, at }: Extract<CheckTest, { kind: 'notNull' }>,
): string {
  const cells = polarsCells(python, names, namesCode(python, names, at));
  return call('filter', [call('pl.any_horizontal', [chain(cells, [call('is_null')])])]);
}

function namesCode(
  python: PythonContext,
  names: readonly string[],
  at: ConfigPath | undefined,
): string | null {
  return at === undefined ? null : (parameterCode(python, at) ?? python.literal(names));
}

function violationsFilter(python: PythonContext, { test, input }: Check): readonly string[] {
  switch (test.kind) {
    case 'rows':
      return predicateFilter(python, input.columns, test.violation);
    case 'notNull':
      return [notNullFilter(python, test)];
    case 'unique':
      return [duplicatesFilter(python, test)];
    case 'count':
      throw new Error('A check of the number of rows has no violating rows.');
  }
}
