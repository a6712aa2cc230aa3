import { open } from 'node:fs/promises';
import { UserError } from '../../../domain/errors.ts';
import { JsonPaths, type JsonPlace } from '../../../formats/json/json-locator.ts';
import { locate } from './json-records.ts';
import type { Page } from './page-table.ts';

/** A longer value is no cursor and no address. */
const MAX_BYTES = 1 << 16;

/**
 * The text, number or boolean at a path of a page in JSON; null: it is null; undefined: there is none. A key may have
 * dots itself, as `@odata.nextLink` has. A number that JavaScript would write
 * otherwise, such as one beyond 2^53, is its text.
 * @param field names the path in messages
 * @throws UserError for a page that is no JSON, or a list, an object or a long text at the path
 */
export async function jsonScalar(
  page: Page,
  path: string,
  field: string,
): Promise<string | number | boolean | null | undefined> {
  const [keys, key] = [path.split('.'), [path]];
  const locator = await locate(page, new JsonPaths([keys, key]));
  const place = locator.place(keys) ?? locator.place(key);
  if (place === undefined) return undefined;
  const value = await scalarAt(page, place);
  if (value !== undefined) return value;
  throw new UserError(
    `${page.label} has no short text or number at the path "${path}" of ${field}`,
  );
}

/**
 * The value at a place of a page as `jsonScalar` returns it; null: it is null. Undefined: there is no place, or it has
 * a list, an object or a long text.
 */
export async function scalarAt(
  { file }: Page,
  place: JsonPlace | undefined,
): Promise<string | number | boolean | null | undefined> {
  if (place?.kind === 'null') return null;
  return place?.kind === 'scalar' ? scalarOf(await textFrom(file, place.start)) : undefined;
}

async function textFrom(file: string, start: number): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, start);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function scalarOf(text: string): string | number | boolean | undefined {
  const [found] = /^(?:"(?:[^"\\]|\\.)*"|[^\s,\]}"]+)/.exec(text) ?? [];
  try {
    const value: unknown = found === undefined ? undefined : JSON.parse(found);
    if (typeof value === 'number' && String(value) !== found) return found;
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
