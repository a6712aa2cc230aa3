import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../../domain/errors.ts';
import { JsonArrayCutter } from '../../../formats/json/json-records.ts';
import { findRecords, recordBytes } from './json-records.ts';
import { keyColumns, type KeyColumn } from './key-columns.ts';
import type { AnsweredPage } from './paging.ts';
import type { RecordsPath } from './records-path.ts';

/** The records of a page, to compare them with those of another one. */
export interface PageRecords {
  /** False: the page has an object, null or nothing where others have a list. */
  readonly isList: boolean;
  /** A digest for each record, whatever else the answer has; one for the whole of a page that is not JSON. */
  readonly digests: readonly string[];
  /** The columns that distinguish the records of the page. */
  readonly keys: readonly KeyColumn[];
}

const NO_LIST: PageRecords = { isList: false, digests: [], keys: [] };

/** The digest of a page. */
export async function pageDigest(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return digest.digest('hex');
}

/** The digest of the records of a page whatever else it has; null: it has none, or is not JSON. */
export async function recordsDigest(
  page: AnsweredPage,
  recordsPath: RecordsPath,
): Promise<string | null> {
  if (!page.isJson) return null;
  try {
    const place = await findRecords(page, recordsPath);
    if (place?.kind !== 'list') return null;
    const digest = createHash('sha256');
    for await (const chunk of recordBytes(page, place)) digest.update(chunk);
    return digest.digest('hex');
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/** The digest of a record. @param text in JSON */
export function recordDigest(text: string): string {
  return hash('sha256', text, 'base64');
}

/** Reads the records of a page. */
export async function pageRecords(
  page: AnsweredPage,
  recordsPath: RecordsPath,
): Promise<PageRecords> {
  if (!page.isJson) return { isList: true, digests: [await pageDigest(page.file)], keys: [] };
  try {
    const place = await findRecords(page, recordsPath);
    if (place?.kind !== 'list') return NO_LIST;
    const cutter = new JsonArrayCutter(page.label);
    const texts: string[] = [];
    for await (const chunk of recordBytes(page, place)) {
      texts.push(...cutter.push(chunk).map(({ text }) => text));
    }
    texts.push(...cutter.end().map(({ text }) => text));
    const digests = texts.map(recordDigest);
    return { isList: true, digests, keys: keyColumns(texts) };
  } catch (error) {
    // Nothing is at the path, or no record is there.
    if (error instanceof UserError) return NO_LIST;
    throw error;
  }
}
