import { Readable } from 'node:stream';
import { z } from 'zod';
import type { ConnectionTarget } from '../../connection-target.ts';
import { noSuchObject } from '../../storage/no-such-object.ts';
import type { ObjectRead, OpenStorage, StorageDriver } from '../../storage/storage-driver.ts';
import { GcsBucket } from './gcs-client.ts';
import { describeGcsError } from './gcs-errors.ts';
import { GcsError, readJson } from './gcs-http.ts';
import { writeGcsObject } from './gcs-write.ts';

const PAGE = z.object({
  items: z.array(z.object({ name: z.string(), generation: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});

/** Each content of an object has a number of its own. */
const GENERATION = z.object({ generation: z.string() });

/** The most that the server lists at once. */
const PAGE_SIZE = 1_000;

/** A bucket of Google or of another server that speaks its JSON API. */
export const GCS_DRIVER: StorageDriver = { open, describe: describeGcsError };

function open(target: ConnectionTarget): OpenStorage {
  const bucket = new GcsBucket(target);
  return {
    async test() {
      await listPage(bucket, { maxResults: '1' });
    },
    async *list({ prefix }) {
      let pageToken: string | undefined;
      do {
        const more = pageToken === undefined ? {} : { pageToken };
        const page = await listPage(bucket, { prefix, maxResults: String(PAGE_SIZE), ...more });
        // Consoles create an empty object with a slash at the end to show a folder.
        yield page.items.flatMap(({ name: path, generation }) =>
          path.endsWith('/') ? [] : [{ path, version: generation }],
        );
        pageToken = page.nextPageToken;
      } while (pageToken !== undefined && pageToken !== '');
    },
    read: (read) => openBody(bucket, read),
    version: (path) => generationOf(bucket, path),
    write: (write) => writeGcsObject(bucket, write),
    close: () => {
      bucket.close();
    },
  };
}

async function generationOf(bucket: GcsBucket, path: string): Promise<string> {
  try {
    const query = { fields: 'generation' };
    const answer = await bucket.request({ method: 'GET', object: path, query });
    const object = GENERATION.safeParse(await readJson(answer));
    if (object.success) return object.data.generation;
    throw new GcsError(answer.statusCode ?? 0, 'notList');
  } catch (error) {
    if (error instanceof GcsError && error.status === 404) throw await missing(bucket, path);
    throw error;
  }
}

async function listPage(
  bucket: GcsBucket,
  query: Readonly<Record<string, string>>,
): Promise<z.infer<typeof PAGE>> {
  const fields = 'items(name,generation),nextPageToken';
  const answer = await bucket.request({ method: 'GET', query: { fields, ...query } });
  const page = PAGE.safeParse(await readJson(answer));
  if (page.success) return page.data;
  throw new GcsError(answer.statusCode ?? 0, 'notList');
}

async function openBody(bucket: GcsBucket, { path, maxBytes }: ObjectRead): Promise<Readable> {
  const range = maxBytes === null ? {} : { Range: `bytes=0-${maxBytes - 1}` };
  // Otherwise the server decompresses objects that were stored with an encoding.
  const headers = { 'Accept-Encoding': 'gzip', ...range };
  try {
    return await bucket.request({ method: 'GET', object: path, query: { alt: 'media' }, headers });
  } catch (error) {
    const status = error instanceof GcsError ? error.status : 0;
    // An empty object has no first byte.
    if (status === 416) return Readable.from([]);
    if (status === 404) throw await missing(bucket, path);
    throw error;
  }
}

/** The server says the same of an object and of a bucket that do not exist. */
async function missing(bucket: GcsBucket, path: string): Promise<unknown> {
  try {
    await listPage(bucket, { maxResults: '1' });
  } catch (error) {
    if (error instanceof GcsError && error.status === 404) return error;
  }
  return noSuchObject(path);
}
