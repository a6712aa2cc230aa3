import pl from '../engines/polars/pinned/library.ts';
import type { Frame } from '../engines/pandas/frame.ts';
import { Table } from '../plan/table.ts';
import { compilePandas } from './pandas/compile.ts';
import { compilePolars } from './polars/compile.ts';

const columns = [{ name: 'n', type: 'float' as const }];

function inputOf(handle: string): Table {
  const relation = { op: 'source' as const, name: handle, columns };
  return new Table({ op: 'input', handle, position: 0, relation, columns });
}

function crossed(maxRows: number): Table {
  return inputOf('left').cross(inputOf('right'), { suffixes: ['_x', '_y'], maxRows });
}

const numbers = (length: number): number[] => Array.from({ length }, (_, row) => row);

function onPolars(maxRows: number, lengths: Readonly<Record<string, number>>): pl.LazyDataFrame {
  const input = ({ handle }: { readonly handle: string }) => ({
    lazy: pl.DataFrame({ n: numbers(lengths[handle] ?? 0) }).lazy(),
    columns,
  });
  return compilePolars(crossed(maxRows).relation, { library: pl, input }).lazy;
}

it('keeps the order of both sides in the streaming engine', () => {
  const product = onPolars(1e6, { left: 1000, right: 700 }).collectSync({ engine: 'streaming' });
  const { n_x: left, n_y: right } = product.toObject();
  expect(left).toEqual(numbers(1000).flatMap((row) => numbers(700).map(() => row)));
  expect(right).toEqual(numbers(1000).flatMap(() => numbers(700)));
});

describe('a product of more rows than allowed', () => {
  const message = /3 left rows and 2 right rows would be 6 rows, and at most 5 are allowed/;

  it('is refused on polars before it is computed', () => {
    expect(() => onPolars(5, { left: 3, right: 2 })).toThrow(message);
  });

  it('is refused on pandas before it is computed', () => {
    const input = ({ handle }: { readonly handle: string }): Frame => {
      const length = handle === 'left' ? 3 : 2;
      const values = Float64Array.from(numbers(length));
      return { length, names: ['n'], columns: [{ type: 'float', values, validity: null }] };
    };
    const context = { input, locate: (error: unknown) => error };
    expect(() => compilePandas(crossed(5).relation, context)).toThrow(message);
  });
});
