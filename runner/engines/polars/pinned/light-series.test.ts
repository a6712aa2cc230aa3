import polars from './library.ts';

const frame = polars.DataFrame({ n: [3, 1, 2], text: ['c', null, 'b'] });

it('a light series reads the data of a column', () => {
  const numbers = frame.getColumn('n');
  expect([numbers.name, numbers.length, numbers.nullCount()]).toEqual(['n', 3, 0]);
  expect(numbers.dtype).toEqual(polars.Float64);
  expect(Array.from(numbers.toTypedArray() as Float64Array)).toEqual([3, 1, 2]);
  expect(frame.getColumn('text').toArray()).toEqual(['c', null, 'b']);
  expect(() => frame.getColumn('text').toTypedArray()).toThrow('nulls');
});

it('a light series has the members of any series', () => {
  const numbers = frame.getColumn('n');
  expect(polars.Series.isSeries(numbers)).toBe(true);
  expect(numbers.sort().toArray()).toEqual([1, 2, 3]);
  expect(numbers.add(1).sum()).toBe(9);
  expect(numbers[1]).toBe(1);
  expect([...numbers]).toEqual([3, 1, 2]);
  expect(polars.DataFrame([numbers.alias('m')]).columns).toEqual(['m']);
  expect(frame.withColumn(numbers.alias('m')).getColumn('m').max()).toBe(3);
});

it('a series of values is light and gathers', () => {
  const places = polars.Series('place', Int32Array.of(2, 0));
  expect(frame.select(polars.col('n').gather(places)).getColumn('n').toArray()).toEqual([2, 3]);
  expect(polars.Series([1, 2]).toArray()).toEqual([1, 2]);
  expect(polars.Series.from('m', [1, 2]).name).toBe('m');
  expect(polars.Series('t', ['a', null], polars.String).dtype).toEqual(polars.String);
});
