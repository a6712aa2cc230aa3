import pl from '../../engines/polars/pinned/library.ts';
import { useIngestWorkspace } from '../../../test/support/ingest-workspace.ts';

const DAY_US = 86_400_000_000;

describe('dates within other types', () => {
  const bench = useIngestWorkspace();

  const moment = pl.col('us').mul(DAY_US).cast(pl.Datetime('us')).alias('at');
  const day = moment.cast(pl.Date).alias('*');
  const id = pl.col('us').alias('id');

  /** A column of such values of a day, given by its distance from 1970. */
  function nested(days: number, value = pl.concatList([pl.struct([day, moment])])): pl.DataFrame {
    return pl.DataFrame({ us: pl.Series('us', [days, 0], pl.Int64) }).select(id, value.alias('v'));
  }

  const places = {
    'a date in a struct of a list': pl.concatList([pl.struct([id, day])]),
    'a datetime in a struct of a list': pl.concatList([pl.struct([id, moment])]),
    'a date in a struct': pl.struct([day, id]),
    'a datetime in a list': pl.concatList([moment]),
    'a date in a list of a fixed length': pl.concatList([day]).cast(pl.FixedSizeList(pl.Date, 1)),
  };

  it.each(
    [2_932_897, -719_163].flatMap((days) =>
      Object.entries(places).map(([place, value]) => [days, place, value] as const),
    ),
  )(
    'are refused beyond the years 1 to 9999, as columns of them are: %i days, as %s',
    async (days, _place, value) => {
      const frame = nested(days, value);
      for (const content of [frame.writeParquet(), frame.writeIPC()]) {
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
