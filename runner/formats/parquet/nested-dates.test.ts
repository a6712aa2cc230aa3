import pl from '../../engines/polars/pinned/library.ts';
import { useIngestWorkspace } from '../../../test/support/ingest-workspace.ts';

const DAY_US = 86_400_000_000;

describe('dates within other types', () => {
  const bench = useIngestWorkspace();

  /** Lists and structs of a day, given by its distance from 1970. */
  function nested(days: number): pl.DataFrame {
    const moment = pl.col('us').mul(DAY_US).cast(pl.Datetime('us'));
    const day = moment.cast(pl.Date).alias('*');
    return pl
      .DataFrame({ us: pl.Series('us', [days, 0], pl.Int64) })
      .select(
        pl.col('us').alias('id'),
        pl.concatList([pl.struct([day, moment.alias('at')])]).alias('v'),
      );
  }

  it.each([2_932_897, -719_163])(
    'are refused beyond the years 1 to 9999, as columns of them are: %i days',
    async (days) => {
      for (const content of [nested(days).writeParquet(), nested(days).writeIPC()]) {
        await expect(bench.ingest('parquet', content)).rejects.toThrow(
          'file.parquet: Column "v" holds dates beyond the years 1 to 9999.',
        );
      }
    },
  );

  it('are read on the last day of the year 9999', async () => {
    const { rows } = await bench.ingest('parquet', nested(2_932_896).writeParquet());
    expect(rows.map(({ v }) => v)).toEqual([
      '[{"*":"9999-12-31","at":"9999-12-31 00:00:00"}]',
      '[{"*":"1970-01-01","at":"1970-01-01 00:00:00"}]',
    ]);
  });
});
