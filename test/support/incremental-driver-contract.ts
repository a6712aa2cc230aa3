import type { SqlSource } from '../../runner/domain/sql-source.ts';
import type { WatermarkType, WatermarkValue } from '../../runner/domain/watermark.ts';
import type { DriverRig } from './sql-driver-contract.ts';
import { SqlJob } from './sql-job.ts';

/** A type of columns, with literals of two values of which the second one is greater. */
export interface IncrementalType {
  readonly type: string;
  readonly shown: WatermarkType;
  readonly values: readonly [string, string];
  /** The watermark of the greater value. */
  readonly mark: string;
}

/** A type of columns. @param mark the watermark of the greater value */
export function incrementalType(
  type: string,
  shown: WatermarkType,
  [low, high]: readonly [string, string],
  mark: string,
): IncrementalType {
  return { type, shown, values: [low, high], mark };
}

/** Declares the tests that every driver with incremental reads passes. */
export function describeIncrementalDriver(
  name: string,
  start: () => Promise<DriverRig> | DriverRig,
  types: readonly IncrementalType[],
): void {
  describe(`incremental reads of ${name}`, () => {
    let rig: DriverRig;
    let job: SqlJob;
    const marked: SqlSource = { kind: 'table', schema: null, table: 'marked' };

    beforeAll(async () => {
      rig = await start();
      job = new SqlJob(rig.fields);
    });

    afterAll(async () => {
      await rig.close();
    });

    beforeEach(async () => {
      await rig.execute('DROP TABLE IF EXISTS marked');
    });

    /** Reads what is new. @returns the names of the rows, and the new watermark */
    async function readNew(
      after: WatermarkValue | null,
      source = marked,
    ): Promise<[names: unknown, mark: WatermarkValue | null]> {
      const window = await job.window(source, 'v', after);
      const { columns, rows } = await job.read(window.source);
      const place = columns.findIndex((column) => column.name === 'name');
      return [rows.map((row) => row[place]).toSorted(), window.mark];
    }

    it.each(types.map((one) => [one.type, one] as const))(
      'reads the rows of a column of %s each once, by its exact value',
      async (_type, { type, shown, values: [low, high], mark: value }) => {
        await rig.execute(`CREATE TABLE marked (v ${type}, name VARCHAR(9))`);
        await rig.execute(`INSERT INTO marked VALUES (${low}, 'low')`);
        const [names, low1] = await readNew(null);
        expect(names).toEqual(['low']);
        expect(await readNew(low1)).toEqual([[], null]);
        await rig.execute(`INSERT INTO marked VALUES (${low}, 'same'), (${high}, 'high')`);
        expect(await readNew(low1)).toEqual([['high'], { type: shown, value }]);
        expect(await readNew({ type: shown, value })).toEqual([[], null]);
        expect(await readNew(null)).toEqual([['high', 'low', 'same'], { type: shown, value }]);
      },
    );

    it('does not read rows that come after the question, nor those without a value', async () => {
      await rig.execute('CREATE TABLE marked (v INTEGER, name VARCHAR(9))');
      await rig.execute("INSERT INTO marked VALUES (1, 'a'), (NULL, 'none')");
      const window = await job.window(marked, 'v', null);
      await rig.execute("INSERT INTO marked VALUES (2, 'late'), (0, 'between')");
      const { rows } = await job.read(window.source);
      expect(rows.map(([, read]) => read).toSorted()).toEqual(['a', 'between']);
      expect(window).toMatchObject({ mark: { type: 'integer', value: '1' }, hasNulls: true });
    });

    it('has no window of an empty table, of which it still reads the columns', async () => {
      await rig.execute('CREATE TABLE marked (v INTEGER, name VARCHAR(9))');
      const { source, mark, hasNulls } = await job.window(marked, 'v', null);
      expect({ mark, hasNulls }).toEqual({ mark: null, hasNulls: false });
      const { columns, rows } = await job.read(source);
      expect(columns.map((column) => column.name)).toEqual(['v', 'name']);
      expect(rows).toEqual([]);
    });

    it('reads a query with a comment and values of its own', async () => {
      await rig.execute('CREATE TABLE marked (v INTEGER, name VARCHAR(9))');
      await rig.execute("INSERT INTO marked VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'b')");
      const texts = ['SELECT v, name FROM marked WHERE name <> ', ' -- all but one\n;'];
      const query: SqlSource = { kind: 'query', texts, values: ['b'] };
      expect(await readNew({ type: 'integer', value: '1' }, query)).toEqual([
        ['c'],
        { type: 'integer', value: '3' },
      ]);
    });

    it('refuses a watermark of another type than the column has now', async () => {
      await rig.execute('CREATE TABLE marked (v VARCHAR(9), name VARCHAR(9))');
      await rig.execute("INSERT INTO marked VALUES ('x', 'a')");
      await expect(job.window(marked, 'v', { type: 'integer', value: '-5' })).rejects.toThrow(
        'Reset the watermark to read all rows again.',
      );
    });

    it('refuses an unknown column by a sentence that names it', async () => {
      await rig.execute('CREATE TABLE marked (v INTEGER, name VARCHAR(9))');
      await expect(job.window(marked, 'w', null)).rejects.toThrow(/^The connection "Own".*w.*\.$/s);
    });

    it('refuses a text that is too long to be stored', async () => {
      await rig.execute('CREATE TABLE marked (v VARCHAR(2000), name VARCHAR(9))');
      await rig.execute(`INSERT INTO marked VALUES ('${'x'.repeat(1_025)}', 'a')`);
      await expect(job.window(marked, 'v', null)).rejects.toThrow('longer than 1024 characters');
    });
  });
}
