import type { Connection } from '../../../runner/domain/connection.ts';
import { ObjectListings, type ObjectPage } from './object-listings.ts';

const connection: Connection = {
  id: 'c',
  name: 'Files',
  provider: 's3',
  host: null,
  port: null,
  database: 'bucket',
  username: null,
  secret: null,
  options: null,
};
const { signal } = new AbortController();

/** Listings of a storage that counts how often it is listed. */
function storageOf(count: number) {
  const time = { now: 0 };
  const lists: string[] = [];
  const paths = Array.from({ length: count }, (_, index) => `${index}.csv`);
  const listings = new ObjectListings(
    (of, prefix) => {
      lists.push(`${of.name}/${prefix}`);
      return Promise.resolve(paths);
    },
    () => time.now,
  );
  const page = async (offset: number, more: Partial<ObjectPage> = {}): Promise<number> => {
    const of = { connection, prefix: '', offset, limit: 10, ...more };
    return (await listings.listFor(of, signal)).length;
  };
  return { time, lists, page };
}

describe('the pages of the list of a storage', () => {
  it('list it once, and the first page lists it again', async () => {
    const { lists, page } = storageOf(25);
    for (const offset of [0, 10, 20]) expect(await page(offset)).toBe(25);
    expect(lists).toEqual(['Files/']);
    await page(0);
    expect(lists).toHaveLength(2);
  });

  it('list it again after a minute', async () => {
    const { lists, page, time } = storageOf(25);
    await page(0);
    time.now = 61_000;
    await page(10);
    expect(lists).toHaveLength(2);
  });

  it('list another prefix, and an edited connection', async () => {
    const { lists, page } = storageOf(25);
    await page(0);
    await page(10, { prefix: 'a' });
    await page(10, { connection: { ...connection, name: 'Edited' } });
    expect(lists).toEqual(['Files/', 'Files/a', 'Edited/']);
  });

  it('keep the latest lists within a bound', async () => {
    const { lists, page } = storageOf(90_000);
    for (const prefix of ['a', 'b', 'c']) await page(0, { prefix });
    for (const prefix of ['c', 'b', 'a']) await page(10, { prefix });
    expect(lists).toEqual(['Files/a', 'Files/b', 'Files/c', 'Files/a']);
  });
});
