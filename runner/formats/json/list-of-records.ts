import { UserError } from '../../domain/errors.ts';
import { fileChunks, hasByteOrderMark } from '../text/file-chunks.ts';
import { JsonLocator, JsonPaths, type JsonPlace } from './json-locator.ts';

const LINE_FEED = 10;
const BLANK = 32;
const MARK_BYTES = 3;

/**
 * Finds the list of records in a JSON object, in bounded memory.
 * @param keys the keys that lead to it, with points between them
 * @throws UserError when there is none, which names what is there
 */
export async function listOfRecords(
  path: string,
  { fileName, keys }: { readonly fileName: string; readonly keys: string },
): Promise<JsonPlace> {
  const names = keys.split('.');
  const locator = new JsonLocator(fileName, new JsonPaths([names]));
  let first = true;
  let skipped = 0;
  for await (const chunk of fileChunks(path)) {
    if (first && hasByteOrderMark(chunk)) skipped = MARK_BYTES;
    locator.push(first ? chunk.subarray(skipped) : chunk);
    first = false;
  }
  locator.end();
  const place = locator.place(names);
  if (place?.kind !== 'list') {
    const found = place === undefined ? 'no such value' : KINDS[place.kind];
    throw new UserError(
      `${fileName} has ${found} at records=${keys}; a list of objects is needed there.`,
    );
  }
  return { ...place, start: place.start + skipped, end: place.end + skipped };
}

const KINDS = { object: 'an object', null: 'null', scalar: 'a single value' } as const;

/** Returns a chunk whose bytes outside the list are blanks, which keeps the lines. It changes the chunk. */
export function onlyList(chunk: Buffer, offset: number, { start, end }: JsonPlace): Buffer {
  blank(chunk, 0, start - offset);
  blank(chunk, end - offset, chunk.length);
  return chunk;
}

function blank(chunk: Buffer, from: number, to: number): void {
  for (let index = Math.max(0, from); index < Math.min(to, chunk.length); index++) {
    if (chunk[index] !== LINE_FEED) chunk[index] = BLANK;
  }
}
