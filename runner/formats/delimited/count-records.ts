import { fileChunks } from '../text/file-chunks.ts';

const QUOTE = 34;
const LINE_FEED = 10;

/** Counts the records of a well-formed delimited file that ends with a line feed, in bounded memory. */
export async function countDelimitedRecords(path: string): Promise<number> {
  let records = 0;
  let quoted = false;
  for await (const chunk of fileChunks(path)) {
    let index = 0;
    while (index < chunk.length) {
      const quote = chunk.indexOf(QUOTE, index);
      const end = quote < 0 ? chunk.length : quote;
      if (!quoted) records += countLineFeeds(chunk, index, end);
      if (quote >= 0) quoted = !quoted;
      index = end + 1;
    }
  }
  return records;
}

/** Counts the line feeds of a chunk from one index up to another, exclusive. */
export function countLineFeeds(chunk: Buffer, from = 0, to = chunk.length): number {
  let count = 0;
  for (let index = from; index < to; index++) {
    if (chunk[index] === LINE_FEED) count++;
  }
  return count;
}
