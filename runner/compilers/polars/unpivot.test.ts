import pl from '../../engines/polars/pinned/library.ts';
import { Table } from '../../plan/table.ts';
import { compilePolars } from './compile.ts';

const ROWS = 200_001;

it('keeps the rows of each column together in the streaming engine', () => {
  const id = Array.from({ length: ROWS }, (_, row) => row);
  const columns = ['id', 'a', 'b'].map((name) => ({ name, type: 'float' as const }));
  const { relation } = new Table({ op: 'source', name: 'wide', columns }).unpivot({
    keys: ['id'],
    values: ['b', 'a'],
    variable: 'name',
    value: 'cell',
    fields: { keys: 'keys', values: 'values', variable: 'variable', value: 'value' },
  });
  if (relation.op !== 'unpivot') throw new TypeError(relation.op);
  const input = {
    op: 'input' as const,
    handle: 'in',
    position: 0,
    relation: relation.input,
    columns,
  };
  const lazy = pl.DataFrame({ id, a: id, b: id }).lazy();
  const plan = compilePolars(
    { ...relation, input },
    { library: pl, input: () => ({ lazy, columns }) },
  );
  const { name } = plan.lazy.collectSync({ engine: 'streaming' }).toObject();
  expect(name).toEqual([...id.map(() => 'b'), ...id.map(() => 'a')]);
});

it('repeats keys whose names polars would expand as patterns', () => {
  const columns = ['b', '*', '^a$', 'a'].map((name) => ({ name, type: 'float' as const }));
  const source = { op: 'source' as const, name: 'wide', columns };
  const { relation } = new Table({
    op: 'input',
    handle: 'in',
    position: 0,
    relation: source,
    columns,
  }).unpivot({
    keys: ['^a$', 'b', '*'],
    values: ['a'],
    variable: 'name',
    value: 'cell',
    fields: { keys: 'keys', values: 'values', variable: 'variable', value: 'value' },
  });
  const lazy = pl.DataFrame({ b: [1], '*': [2], '^a$': [3], a: [4] }).lazy();
  const plan = compilePolars(relation, { library: pl, input: () => ({ lazy, columns }) });
  const row = { '^a$': 3, b: 1, '*': 2, name: 'a', cell: 4 };
  expect(plan.lazy.collectSync().toRecords()).toEqual([row]);
});

it('returns the same rows for data in memory as for a plan, without a selection for each column', () => {
  const columns = [
    { name: 'id', type: 'integer' as const },
    ...Array.from({ length: 60 }, (_, index) => ({
      name: `c${index}`,
      type: index % 2 === 0 ? ('integer' as const) : ('float' as const),
    })),
  ];
  const source = { op: 'source' as const, name: 'wide', columns };
  const input = { op: 'input' as const, handle: 'in', position: 0, relation: source, columns };
  const { relation } = new Table(input).unpivot({
    keys: ['id'],
    values: columns.slice(1).map(({ name }) => name),
    // The names of value columns are free in the result.
    variable: 'c1',
    value: 'c0',
    fields: { keys: 'keys', values: 'values', variable: 'variable', value: 'value' },
  });
  const cells = columns.map(({ name, type }, index) =>
    pl.Series(name, [index, null, -index], type === 'integer' ? pl.Int64 : pl.Float64),
  );
  const data = pl.DataFrame(cells);
  const planOf = (rows: pl.DataFrame | null): pl.LazyDataFrame =>
    compilePolars(relation, {
      library: pl,
      input: () => ({ lazy: data.lazy(), columns, data: rows }),
    }).lazy;
  const unpivoted = planOf(data);
  expect(unpivoted.describePlan()).not.toContain('UNION');
  const expected = planOf(null).collectSync();
  expect(unpivoted.collectSync().frameEqual(expected)).toBe(true);
  expect(expected.columns).toEqual(['id', 'c1', 'c0']);
  expect(expected.height).toBe(180);
});
