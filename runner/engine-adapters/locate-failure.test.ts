import { IN, OUT, useFlowExecution } from '../../test/support/flow-execution.ts';
import { UserError } from '../domain/errors.ts';
import { ENGINES } from '../domain/engine.ts';
import { compileExpression } from '../expressions/index.ts';
import { firstFailingRow, locatedFailure } from './locate-failure.ts';

const { dataset, execute } = useFlowExecution();

/** The shop of row 1 is null, that of row 2 is "s1"; the amount of row 2 is 0.25. */
describe.each(ENGINES)('an expression error on %s', (engine) => {
  async function failure(
    rows: number,
    failing: readonly [type: string, config: object],
    before: readonly [type: string, config: object] = ['limitRows', { n: rows }],
  ): Promise<unknown> {
    const result = await execute({
      engine,
      nodes: { in: IN, some: before, bad: failing, out: OUT },
      edges: 'in>some some>bad bad>out',
      inputs: [await dataset(rows)],
    });
    return result.errorMessage;
  }

  const calculated = (expression: string): [string, object] => [
    'calculatedColumn',
    { column_name: 'made', expression },
  ];
  const filtered = (expression: string): [string, object] => ['filterExpression', { expression }];

  describe.each([
    ['a small frame', 2],
    ['a lazy frame', 200_001],
  ])('of %s', (_title, rows) => {
    it.each<[string, [string, object], string]>([
      [
        'a cast of the node',
        ['castDtypes', { casts: { shop: 'integer' } }],
        'Column "shop", row 2 of the input: The text "s1" cannot be read as a 64-bit integer',
      ],
      [
        'a cast in a calculated column',
        calculated('1 + cast(shop as integer)'),
        'Column "shop", row 2 of the input: The text "s1" cannot be read as a 64-bit integer',
      ],
      [
        'a cast in a condition',
        filtered('amount > 0 and cast(shop as datetime) > now()'),
        'Column "shop", row 2 of the input: The text "s1" cannot be read as an ISO 8601',
      ],
      [
        'a cast of a computed value',
        calculated('cast(concat(upper(shop),\n shop) as float) * 2'),
        'Expression "cast(concat(upper(shop), shop) as float)", row 2 of the input: The text "S1s1" cannot',
      ],
      [
        'a number that is not whole',
        calculated('cast(amount as integer)'),
        'Column "amount", row 2 of the input: 0.25 is not a whole 64-bit integer',
      ],
      [
        'a sum beyond 64 bits',
        calculated('abs(id + 9223372036854775807)'),
        'Column "id", row 2 of the input: The result 9223372036854775808 is beyond the range',
      ],
      [
        'a product of computed values',
        filtered('0 < (id + 4611686018427387903) * (id + 1)'),
        'Expression "(id + 4611686018427387903) * (id + 1)", row 2 of the input: The result 9223372036854775808 is',
      ],
    ])(
      'names the node, the column or expression, and the row of %s',
      async (_what, failing, message) => {
        expect(await failure(rows, failing)).toContain(`BAD (bad): ${message}`);
      },
    );
  });

  it('locates a cell in a late row behind nodes that filter rows', async () => {
    expect(
      await failure(200_001, calculated('id * 61489146912365'), [
        'filterExpression',
        { expression: 'id % 2 == 1' },
      ]),
    ).toMatch(/^BAD \(bad\): Column "id", row 75001 of the input: The result 92234/);
  });

  it('names the column whose difference to an earlier row is beyond 64 bits', async () => {
    const extremes = 'if(id % 2 == 0, 1, -1) * 9223372036854775807';
    expect(
      await failure(
        9,
        ['rowDifference', { target: 'made', new_column: 'change' }],
        calculated(extremes),
      ),
    ).toMatch(
      /^BAD \(bad\): Column "made", row \d of the input: The result -?18446744073709551614 is/,
    );
  });

  it('names the first failing row and the first column that fails in it', async () => {
    const casts = { shop: 'integer', amount: 'integer' };
    const before = (config: object): [string, object] => ['limitRows', config];
    expect(
      await failure(
        9,
        ['castDtypes', { casts: { amount: 'integer', shop: 'integer' } }],
        before({ n: 5, offset: 4 }),
      ),
    ).toContain('BAD (bad): Column "shop", row 1 of the input: The text "s4"');
    expect(await failure(9, ['castDtypes', { casts }], before({ n: 1, offset: 2 }))).toContain(
      'BAD (bad): Column "shop", row 1 of the input: The text "s2"',
    );
  });

  it('skips NaN texts, which are null as floats', async () => {
    expect(await failure(9, calculated("cast(if(id < 3, 'NaN', shop) as float)"))).toContain(
      'Expression "cast(if(id < 3, \'NaN\', shop) as float)", row 4 of the input: The text "s3"',
    );
  });

  it('names no row for a constant', async () => {
    expect(await failure(9, calculated("cast('x' as integer)"))).toMatch(
      /^BAD \(bad\): The text "x" cannot be read/,
    );
  });

  it('names the node whose value fails when a later node evaluates it', async () => {
    const result = await execute({
      engine,
      nodes: {
        in: IN,
        bad: calculated('id + 9223372036854775807'),
        later: calculated('made - 1'),
        out: OUT,
      },
      edges: 'in>bad bad>later later>out',
      inputs: [await dataset(200_001)],
    });
    expect(result.errorMessage).toContain('BAD (bad): Column "id", row 2 of the input: The result');
  });
});

describe('the search for a failing cell', () => {
  const values = { parameters: {}, localTime: '2024-01-01T00:00:00' };
  const expression = compileExpression('a', [{ name: 'a', type: 'integer' }], values);
  const error = new UserError('The node itself failed.');
  const found = (fails: () => boolean): unknown =>
    locatedFailure({
      error,
      expressions: () => [expression],
      probe: () => ({
        rows: 9,
        fails,
        readRow: () => ({
          length: 1,
          names: ['a'],
          columns: [{ type: 'integer', values: Float64Array.of(7), validity: null }],
        }),
      }),
    });

  it('returns the error of the node when the search itself fails', () => {
    const fail = (): never => {
      throw new Error('no memory');
    };
    expect(found(fail)).toBe(error);
  });

  it('returns the error of the node when no row fails', () => {
    expect(found(() => false)).toBe(error);
  });

  it('returns the error of the node when the kernels can compute the failing row', () => {
    expect(found(() => true)).toBe(error);
  });

  it.each([
    [1, 0],
    [10_000, 4_095],
    [10_000, 4_096],
    [1_000_000, 0],
    [1_000_000, 777_777],
    [1_000_000, 999_999],
  ])('among %d rows finds row %d in a number of reads linear in the row', (rows, at) => {
    let read = 0;
    const row = firstFailingRow(rows, (from, to) => {
      read += to - from;
      return from <= at && at < to;
    });
    expect(row).toBe(at);
    expect(read).toBeLessThan(8 * at + 10_000);
  });

  it('returns null when no row fails', () => {
    expect(firstFailingRow(0, () => false)).toBeNull();
    expect(firstFailingRow(5_000, () => false)).toBeNull();
  });
});
