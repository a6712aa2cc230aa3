import { readAhead } from './read-ahead.ts';

type Finish = () => void;

/** Work that ends when the test says so. */
class Works {
  readonly started: number[] = [];
  readonly signals: AbortSignal[] = [];
  readonly #ends = new Map<number, { resolve: Finish; reject: (error: Error) => void }>();

  readonly work = async (item: number, signal: AbortSignal): Promise<number> => {
    this.started.push(item);
    this.signals.push(signal);
    await new Promise<void>((resolve, reject) => this.#ends.set(item, { resolve, reject }));
    return item * 10;
  };

  finish(item: number): void {
    this.#ends.get(item)?.resolve();
  }

  fail(item: number): void {
    this.#ends.get(item)?.reject(new Error(`item ${item}`));
  }
}

const ITEMS = [0, 1, 2, 3, 4, 5];

it('gives results in the order of the items, and works on no more than the bound', async () => {
  const works = new Works();
  const results = readAhead({ items: ITEMS, ahead: 3, work: works.work });
  const first = results.next();
  expect(works.started).toEqual([0, 1, 2]);
  works.finish(2);
  works.finish(1);
  works.finish(0);
  expect((await first).value).toBe(0);
  expect(works.started).toEqual([0, 1, 2]);
  expect((await results.next()).value).toBe(10);
  expect(works.started).toEqual([0, 1, 2, 3]);
  expect((await results.next()).value).toBe(20);
  expect(works.started).toEqual([0, 1, 2, 3, 4]);
  for (const item of [5, 4, 3]) works.finish(item);
  expect((await results.next()).value).toBe(30);
  works.finish(5);
  expect((await results.next()).value).toBe(40);
  expect(await results.next()).toEqual({ done: false, value: 50 });
  expect((await results.next()).done).toBe(true);
});

it('throws the first error in the order of the items, after all work has ended', async () => {
  const works = new Works();
  const results = readAhead({ items: ITEMS, ahead: 3, work: works.work });
  let isOver = false;
  const outcome = results
    .next()
    .catch((error: unknown) => error)
    .finally(() => {
      isOver = true;
    });
  works.fail(1);
  works.fail(0);
  // Item 2 still works, so it could still write a file.
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  expect(works.signals.every(({ aborted }) => aborted)).toBe(true);
  works.finish(2);
  expect(await outcome).toEqual(new Error('item 0'));
  expect(works.started).toEqual([0, 1, 2]);
});
