import pl from '../engines/polars/pinned/library.ts';
import { cellsOf } from '../../test/support/frame-arbitrary.ts';
import type { Frame } from '../engines/pandas/frame.ts';
import { fromPolars } from '../engines/pandas/from-polars.ts';
import { Table } from '../plan/table.ts';
import { compilePandas } from './pandas/compile.ts';
import { compilePolars } from './polars/compile.ts';

const columns = [{ name: 'ns', type: 'integer' as const }];
const source = { op: 'source' as const, name: 'in', columns };
const { relation } = new Table({
  op: 'input',
  handle: 'in',
  position: 0,
  relation: source,
  columns,
}).describe([], 'columns');

const START = 1_732_600_000_000_000_020n;

function table(values: readonly (bigint | null)[]): pl.DataFrame {
  const texts = values.map((value) => value?.toString() ?? null);
  return pl.DataFrame([pl.Series('ns', texts, pl.String).cast(pl.Int64).rename('ns')]);
}

const ENGINES: Readonly<Record<string, (rows: pl.DataFrame) => Frame>> = {
  polars: (rows) => {
    const plan = compilePolars(relation, {
      library: pl,
      input: () => ({ lazy: rows.lazy(), columns }),
    });
    return fromPolars(pl, plan.lazy.collectSync());
  },
  pandas: (rows) =>
    compilePandas(relation, {
      input: () => fromPolars(pl, rows),
      locate: (error: unknown) => error,
    }),
};

function statistic({ names, columns: found }: Frame, name: string): number {
  const column = found[names.indexOf(name)];
  return Number(column === undefined ? NaN : cellsOf(column)[0]);
}

describe.each(Object.entries(ENGINES))('a description of large integers on %s', (_name, run) => {
  it('has the exact mean and deviation of epoch nanoseconds', () => {
    const times = Array.from({ length: 1000 }, (_zero, at) => START + BigInt(at) * 10n);
    const found = run(table([null, ...times]));
    expect(statistic(found, 'mean')).toBe(Number(START + 4995n));
    expect(statistic(found, 'std')).toBeCloseTo(Math.sqrt((100 * 1000 * 1001) / 12), 9);
  });

  it('has the deviation of integers whose distances are beyond 64 bits', () => {
    const found = run(table([-(2n ** 63n), 2n ** 63n - 1n]));
    expect(statistic(found, 'std') / 2 ** 64).toBeCloseTo(Math.SQRT1_2, 12);
  });
});
