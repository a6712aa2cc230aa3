import fc from 'fast-check';
import {
  cellsOf,
  columnOf,
  frameOf,
  rowsOf,
  type Cell,
} from '../../test/support/frame-arbitrary.ts';
import {
  declaredColumns,
  onPandas,
  onPolars,
  type TransformInputs,
} from '../../test/support/transform-engines.ts';
import type { ColumnSchema, ColumnType } from '../domain/column.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Frame } from '../engines/pandas/frame.ts';
import { schemaOf } from '../engines/pandas/kernels/column-access.ts';
import { AGGREGATES } from '../expressions/aggregates.ts';
import { JOIN_KINDS } from '../plan/join-plan.ts';
import { propertyRuns } from '../../test/support/property-runs.ts';

const COLUMNS: readonly ColumnSchema[] = [
  { name: 'i', type: 'integer' },
  { name: 'f', type: 'float' },
  { name: 'b', type: 'boolean' },
  { name: '^d$', type: 'datetime' },
  { name: 's', type: 'string' },
];
const NAMES = COLUMNS.map(({ name }) => name);
const ROW_NUMBER: ColumnSchema = { name: 'row', type: 'integer' };
const names = (minLength: number) => fc.subarray(NAMES, { minLength });
const JOIN_FRAMES = fc.oneof(frameOf(COLUMNS, 12), frameOf(COLUMNS, 6).map(withMostlyNulls));
const RUNS = propertyRuns(30);

describe('both engines return the same rows, types and order for any frame', () => {
  it('sortRows', () => {
    fc.assert(
      fc.property(
        frameOf(COLUMNS).map(numbered),
        names(1).chain((columns) =>
          fc.record({
            columns: fc.constant(columns),
            ascending: fc.oneof(
              fc.boolean(),
              fc.array(fc.boolean(), { minLength: columns.length, maxLength: columns.length }),
            ),
            na_position: fc.constantFrom('first', 'last'),
          }),
        ),
        (frame, config) => {
          expectAlike('sortRows', { in: [frame] }, config);
        },
      ),
      RUNS,
    );
  });

  it('removeDuplicates', () => {
    fc.assert(
      fc.property(
        frameOf(COLUMNS).map(numbered),
        names(1),
        fc.constantFrom('first', 'last', false),
        (frame, subset, keep) => {
          expectAlike('removeDuplicates', { in: [frame] }, { subset, keep });
        },
      ),
      RUNS,
    );
  });

  it('limitRows', () => {
    fc.assert(
      fc.property(frameOf(COLUMNS), fc.nat(40), fc.nat(40), (frame, n, offset) => {
        expectAlike('limitRows', { in: [frame] }, { n, offset });
      }),
      RUNS,
    );
  });

  it('groupByAggregate', () => {
    fc.assert(
      fc.property(frameOf(COLUMNS), names(1), (frame, keys) => {
        const aggregations = Object.fromEntries(
          COLUMNS.filter(({ name }) => !keys.includes(name)).map(({ name, type }) => [
            name,
            AGGREGATES.filter((aggregate) => fits(aggregate, type)).filter(
              (aggregate) => !(aggregate === 'mean' && cancels(frame)),
            ),
          ]),
        );
        fc.pre(Object.keys(aggregations).length > 0);
        expectAlike('groupByAggregate', { in: [frame] }, { group_by: keys, aggregations });
      }),
      RUNS,
    );
  });

  it.each(JOIN_KINDS)('join, %s', (how) => {
    fc.assert(
      fc.property(JOIN_FRAMES, JOIN_FRAMES, names(1), (left, right, on) => {
        expectAlike('join', { left: [left], right: [right] }, { on, how });
      }),
      RUNS,
    );
  });

  it.each(JOIN_KINDS)('join of an integer and a float key, %s', (how) => {
    fc.assert(
      fc.property(frameOf(COLUMNS, 12), frameOf(COLUMNS, 12), (left, right) => {
        expectAlike('join', { left: [left], right: [right] }, { left_on: 'i', right_on: 'f', how });
        expectAlike('join', { left: [left], right: [right] }, { left_on: 'f', right_on: 'i', how });
      }),
      RUNS,
    );
  });

  it('concatRows', () => {
    const renamed: readonly ColumnSchema[] = [
      { name: 's', type: 'datetime' },
      { name: 'f', type: 'integer' },
      { name: 'b', type: 'float' },
      { name: 'other', type: 'string' },
    ];
    fc.assert(
      fc.property(frameOf(COLUMNS), frameOf(renamed), (first, second) => {
        expectAlike('concatRows', { in: [first, second, first] }, {});
      }),
      RUNS,
    );
  });
});

describe('an integer aggregate beyond 64 bits is an error', () => {
  const top = 2n ** 63n - 1n;
  const frame: Frame = {
    length: 3,
    names: ['k', 'v'],
    columns: [columnOf('integer', [1n, 1n, 2n]), columnOf('integer', [top, 1n, top])],
  };
  it.each(['sum', 'prod'])('%s', (aggregate) => {
    const config = { group_by: ['k'], aggregations: { v: aggregate } };
    const fits = { ...frame, columns: [columnOf('integer', [1n, 3n, 2n]), frame.columns[1]!] };
    expect(rowsOf(onPandas('groupByAggregate', { in: [fits] }, config))).toEqual([
      [1n, top],
      [3n, 1n],
      [2n, top],
    ]);
    expectAlike('groupByAggregate', { in: [fits] }, config);
    const overflowing: Frame = {
      ...frame,
      columns: [frame.columns[0]!, columnOf('integer', [top, 2n, 1n])],
    };
    expect(() => onPandas('groupByAggregate', { in: [overflowing] }, config)).toThrow(/64-bit/);
    expect(() => onPolars('groupByAggregate', { in: [overflowing] }, config)).toThrow(/i64/);
  });
});

function expectAlike(id: string, inputs: TransformInputs, config: JsonObject): void {
  const pandas = onPandas(id, inputs, config);
  const polars = onPolars(id, inputs, config);
  const declared = declaredColumns(id, inputs, config);
  expect(schemaOf(pandas)).toEqual(declared);
  expect(schemaOf(polars)).toEqual(declared);
  expect(rowsOf(pandas).map(comparable)).toEqual(rowsOf(polars).map(comparable));
}

/**
 * Whether the frame has large integers of both signs. The engines add up the floats of a mean in
 * different orders, and the result depends on the order if such numbers cancel out.
 */
function cancels(frame: Frame): boolean {
  const integers = rowsOf(frame).flatMap((row) => row.filter((cell) => typeof cell === 'bigint'));
  const large = 2n ** 52n;
  return integers.some((value) => value > large) && integers.some((value) => value < -large);
}

function fits(aggregate: string, type: ColumnType): boolean {
  if (type === 'string' || type === 'datetime') {
    return ['count', 'min', 'max', 'nunique', 'first', 'last'].includes(aggregate);
  }
  // Products of these integers overflow; a separate test covers them.
  return type !== 'integer' || aggregate !== 'prod';
}

/** Adds a column that distinguishes equal rows. */
function numbered(frame: Frame): Frame {
  const numbers = Array.from({ length: frame.length }, (_, row) => BigInt(row));
  return {
    length: frame.length,
    names: [...frame.names, ROW_NUMBER.name],
    columns: [...frame.columns, columnOf('integer', numbers)],
  };
}

/** Rounds floats to 10 digits and ignores the sign of zero. */
function comparable(row: readonly Cell[]): readonly Cell[] {
  return row.map((cell) => {
    if (typeof cell !== 'number') return cell;
    return cell === 0 ? 0 : cell.toPrecision(10);
  });
}

/** Replaces all cells by null, except for the last cell of each column. */
function withMostlyNulls(frame: Frame): Frame {
  const columns = frame.columns.map((column) => {
    const cells = cellsOf(column);
    return columnOf(
      column.type,
      cells.map((cell, row) => (row === cells.length - 1 ? cell : null)),
    );
  });
  return { ...frame, columns };
}
