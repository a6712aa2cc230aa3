import pl from 'nodejs-polars';
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
