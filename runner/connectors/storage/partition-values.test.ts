import { partitionColumns } from './partition-values.ts';

it('the folders of paths become columns, integers where every value is one', () => {
  expect(partitionColumns(['y=2026/m=01/a.csv', 'y=-5/m=12/b=c.csv'])).toEqual([
    { name: 'y', type: 'integer', values: ['2026', '-5'] },
    { name: 'm', type: 'string', values: ['01', '12'] },
  ]);
});

it('escaped characters are read, and the folder of nulls is null', () => {
  expect(
    partitionColumns(['city=S%C3%A3o%20Paulo/a', 'city=__HIVE_DEFAULT_PARTITION__/a', 'city=5%/a']),
  ).toEqual([{ name: 'city', type: 'string', values: ['São Paulo', null, '5%'] }]);
});

it('objects with other partitions are refused with the names of two of them', () => {
  expect(() => partitionColumns(['y=1/a', 'y=1/m=2/a'])).toThrow(
    'y=1/a has the partitions y, and y=1/m=2/a has others.',
  );
});
