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
