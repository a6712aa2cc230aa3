import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import pl from '../../engines/polars/pinned/library.ts';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import { fileChunks } from '../text/file-chunks.ts';
import { ISO_DATETIME } from '../sample-rows.ts';
import { checkWritten } from './check-written.ts';
import { countLosses } from './count-losses.ts';
import type { TableToWrite, WrittenTable } from './table-to-write.ts';

const LINE_FEED = 10;
const COMMA = 44;

/** Writes one record per line. */
export async function writeJsonLines({ lazy, columns, path }: TableToWrite): Promise<WrittenTable> {
  const datetimes = columns.filter(({ type }) => type === 'datetime');
  await lazy
    .withColumns(
      ...datetimes.map(({ name }) =>
        columnExpression(pl, columns, name).dt.strftime(ISO_DATETIME).alias(name),
      ),
    )
    .sinkNdJson(path, { checkExtension: false })
    .collect();
  await checkWritten(path, 'lines');
  let rows = 0;
  for await (const chunk of fileChunks(path)) rows += commasForFeeds(Buffer.from(chunk));
  return { rows, lost: countLosses(pl, lazy, { columns, format: 'jsonl' }) };
}

/** Writes an array of records on one line. */
export async function writeJsonArray(table: TableToWrite): Promise<WrittenTable> {
  const lines = `${table.path}.lines`;
  try {
    const written = await writeJsonLines({ ...table, path: lines });
    await pipeline(arrayOfLines(lines), createWriteStream(table.path));
    return written;
  } finally {
    await rm(lines, { force: true });
  }
}

/** Joins lines into an array. A line feed always ends a record, because records escape it. */
async function* arrayOfLines(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('[');
  let held: Buffer | undefined;
  for await (const chunk of fileChunks(path)) {
    if (held !== undefined) yield held;
    held = Buffer.from(chunk);
    commasForFeeds(held);
  }
  if (held !== undefined) yield held.subarray(0, -1);
  yield Buffer.from(']');
}

/** Replaces every line feed with a comma in place. @returns the number of line feeds */
function commasForFeeds(bytes: Buffer): number {
  let count = 0;
  let at = bytes.indexOf(LINE_FEED);
  while (at >= 0) {
    bytes[at] = COMMA;
    count++;
    at = bytes.indexOf(LINE_FEED, at + 1);
  }
  return count;
}
