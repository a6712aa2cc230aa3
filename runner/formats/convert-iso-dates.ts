import { rename } from 'node:fs/promises';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { columnsOf } from '../engines/polars/column-types.ts';
import { parseIsoInPolars } from '../expressions/operations/datetime-text.ts';
import { PolarsBuilder } from '../expressions/polars-builder.ts';
import { writeCanonicalParquet } from './canonical-parquet.ts';

const SCAN_OPTIONS = { glob: false, hivePartitioning: false } as const;

/**
 * Writes a columnar copy anew, with text columns as datetimes whose every value is an ISO 8601 date.
 * @returns how many columns that are
 */
export async function datesAsDatetimes(polars: PolarsLibrary, dataPath: string): Promise<number> {
  const data = polars.scanParquet(dataPath, SCAN_OPTIONS);
  const columns = columnsOf(await data.limit(0).collect());
  const texts = columns.flatMap(({ type }, place) => (type === 'string' ? [place] : []));
  const build = new PolarsBuilder(polars);
  // Columns are taken by place: their names may be anything.
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
