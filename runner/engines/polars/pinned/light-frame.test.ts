import frames from 'nodejs-polars/bin/dataframe.js';

// Before library.ts replaces it.
const original = frames._DataFrame;
const { default: pl } = await import('./library.ts');

describe('a frame with columns named like its members', () => {
  const members = ['height', 'columns', 'lazy', 'select', 'getColumn', 'schema', 'head'];
  const names = [...members, 'toString', 'then', 'constructor', '_df', '0'];
  const frame = pl.DataFrame(Object.fromEntries(names.map((name) => [name, [1, 2, 3]])));

  it('still has its members', () => {
    expect(frame.height).toBe(3);
    expect(frame.columns.toSorted()).toEqual(names.toSorted());
    expect(frame.lazy().select(pl.col('lazy')).collectSync().getColumn('lazy').length).toBe(3);
    expect(frame.select('select').columns).toEqual(['select']);
    expect(frame.head(2).height).toBe(2);
    expect(frame.toString()).toContain('shape: (3, 12)');
  });

  it('is the result of a promise', async () => {
    expect((await frame.lazy().collect()).height).toBe(3);
  });
});

it('a light frame has every member of a frame of the library', () => {
  const native = Reflect.get(pl.DataFrame({ a: [1, 2], b: ['x', 'y'] }), '_df') as object;
  const frame = frames._DataFrame(native) as ReturnType<typeof pl.DataFrame>;
  const members = ['shape', 'dtypes', 'toRecords', 'rows', 'writeCSV', 'withColumns', 'groupBy'];
  expect(members.filter((member) => !(member in frame))).toEqual([]);
  expect(frames._DataFrame).not.toBe(original);
  expect(pl.DataFrame.isDataFrame(frame)).toBe(true);
  expect(frame.shape).toEqual({ height: 2, width: 2 });
  expect(frame.toRecords()).toEqual([
    { a: 1, b: 'x' },
    { a: 2, b: 'y' },
  ]);
  expect(frame.vstack(frame).height).toBe(4);
  expect([...frame].map(({ name }) => name)).toEqual(['a', 'b']);
});

it('a light frame can be given other column names and data', () => {
  const frame = pl.DataFrame({ a: [1, 2] });
  frame.columns = ['b'];
  frame.insertAtIdx(1, pl.Series('c', [3, 4]));
  expect(frame.columns).toEqual(['b', 'c']);
  expect(frame.getColumn('c').toArray()).toEqual([3, 4]);
  expect(frame.groupBy('b').agg(pl.col('c').sum()).height).toBe(2);
});

it('frames are constructed without a change of globals', () => {
  const before = { value: Proxy, configurable: true, enumerable: false, writable: true };
  Object.defineProperty(globalThis, 'Proxy', { ...before, writable: false });
  try {
    expect(pl.DataFrame({ height: [1, 2] }).limit(1).height).toBe(1);
  } finally {
    Object.defineProperty(globalThis, 'Proxy', before);
  }
});
