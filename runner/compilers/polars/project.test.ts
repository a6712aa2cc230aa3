import pl from '../../engines/polars/pinned/library.ts';
import { castExpression } from '../../expressions/cast.ts';
import { COERCE } from '../../expressions/operations/null-remedy.ts';
import { columnReference } from '../../expressions/typed-expression.ts';
import { windowCall } from '../../expressions/window-call.ts';
import type { ColumnSchema } from '../../domain/column.ts';
import type { Input, Relation } from '../../plan/relation.ts';
import { Table } from '../../plan/table.ts';
import { compilePolars } from './compile.ts';

function inputOf(columns: readonly ColumnSchema[]): Input {
  const relation = { op: 'source' as const, name: 'rows', columns };
  return { op: 'input', handle: 'in', position: 0, relation, columns };
}

function lazyOf(
  relation: Relation,
  columns: readonly ColumnSchema[],
  rows: Record<string, readonly unknown[]>,
): pl.LazyDataFrame {
  const lazy = pl.DataFrame(rows).lazy();
  return compilePolars(relation, { library: pl, input: () => ({ lazy, columns }) }).lazy;
}

/** Casts texts, with code that occurs several times in an expression. */
function casts(names: readonly string[]): {
  readonly relation: Relation;
  readonly columns: readonly ColumnSchema[];
} {
  const columns = names.map((name) => ({ name, type: 'string' as const }));
  const fields = names.map((name) => ({
    name: `${name}_`,
    expression: castExpression(columnReference({ name, type: 'string' }), 'integer', {
      remedy: COERCE,
      format: '',
    }),
  }));
  return { columns, relation: new Table(inputOf(columns)).withColumns(fields).relation };
}

it('leaves no column of shared code behind, also beside columns with its name', () => {
  const { relation, columns } = casts(['shared 0', 'text']);
  const rows = { 'shared 0': ['1', null], text: ['2', '3.0'] };
  expect(lazyOf(relation, columns, rows).collectSync().toObject()).toEqual({
    ...rows,
    'shared 0_': [1, null],
    text_: [2, 3],
  });
});

it('computes the shared code of many columns in as many steps as that of one', () => {
  const stepsOf = (names: readonly string[]): number => {
    const { relation, columns } = casts(names);
    const rows = Object.fromEntries(names.map((name) => [name, ['1']]));
    return lazyOf(relation, columns, rows).describePlan().split('WITH_COLUMNS').length;
  };
  expect(stepsOf(Array.from({ length: 40 }, (_, at) => `text ${at}`))).toBe(stepsOf(['text']));
});

it.each([
  { kind: 'quantile', share: 0.5 },
  { kind: 'whole', aggregate: 'median' },
] as const)('leaves no quantile of all rows to the streaming engine: $kind', (called) => {
  const columns = ['x', '*', 'none'].map((name) => ({ name, type: 'float' as const }));
  const quantiles = columns.map((column) => ({
    name: `middle of ${column.name}`,
    expression: windowCall(called, columnReference(column), 'float'),
  }));
  const { relation } = new Table(inputOf(columns)).withWindowColumns(quantiles);
  const lazy = lazyOf(relation, columns, {
    x: [1, 4, null],
    '*': [-1, 1, 7],
    none: pl.Series('none', [null, null, null], pl.Float64) as never,
  });
  expect(lazy.describePlan()).not.toContain('quantile');
  const [row] = lazy.collectSync().toRecords();
  expect(row).toMatchObject({ 'middle of x': 2.5, 'middle of *': 1, 'middle of none': null });
});
