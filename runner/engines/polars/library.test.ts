import pl from './library.ts';

describe('a frame with columns named like its members', () => {
  const names = ['height', 'columns', 'lazy', 'select', 'getColumn', 'schema', 'head', '0'];
  const frame = pl.DataFrame(Object.fromEntries(names.map((name) => [name, [1, 2, 3]])));

  it('still has its members', () => {
    expect(frame.height).toBe(3);
    expect(frame.columns.toSorted()).toEqual(names.toSorted());
    expect(frame.lazy().select(pl.col('lazy')).collectSync().getColumn('lazy').length).toBe(3);
    expect(frame.head(2).height).toBe(2);
  });
});
