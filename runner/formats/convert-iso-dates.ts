import { rename } from 'node:fs/promises';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { columnsOf } from '../engines/polars/column-types.ts';
import { parseIsoInPolars } from '../expressions/operations/datetime-text.ts';
import { PolarsBuilder } from '../expressions/polars-builder.ts';
import { writeCanonicalParquet } from './canonical-parquet.ts';
import { PARQUET_SCAN_OPTIONS } from './parquet-scan-options.ts';

/**
 * Rewrites a columnar copy, converting the text columns whose values are all ISO 8601 dates to datetimes.
 * @returns the number of converted columns
 */
export async function convertIsoDates(polars: PolarsLibrary, dataPath: string): Promise<number> {
  const data = polars.scanParquet(dataPath, PARQUET_SCAN_OPTIONS);
  const columns = columnsOf(await data.limit(0).collect());
  const texts = columns.flatMap(({ type }, place) => (type === 'string' ? [place] : []));
  const build = new PolarsBuilder(polars);
  // Address columns by index, because any name is allowed.
  const read = texts.map((place) => ({
    place,
    text: polars.nth(place),
    datetime: parseIsoInPolars(build, polars.nth(place)),
  }));
  if (read.length === 0) return 0;
  const counts = await data
    .select(
      read.flatMap(({ place, text, datetime }) => [
        text.isNotNull().cast(polars.Float64).sum().alias(`texts${place}`),
        datetime.isNotNull().cast(polars.Float64).sum().alias(`dates${place}`),
      ]),
    )
    .collect();
  const isDate = (place: number): boolean => {
    const dates = Number(counts.getColumn(`dates${place}`).get(0));
    return dates > 0 && dates === Number(counts.getColumn(`texts${place}`).get(0));
  };
  const dates = read.filter(({ place }) => isDate(place));
  if (dates.length === 0) return 0;
  const converted = dates.map(({ place, datetime }) => datetime.alias(columns[place]?.name ?? ''));
  await writeCanonicalParquet(data.withColumns(...converted), `${dataPath}.dates`);
  await rename(`${dataPath}.dates`, dataPath);
  return dates.length;
}
