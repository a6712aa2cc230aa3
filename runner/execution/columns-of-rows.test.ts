import { columnsOfRows } from './columns-of-rows.ts';

describe('the columns of JSON rows', () => {
  it('have the common supertype of their values, and the null type without any', () => {
    const columns = columnsOfRows([
      { whole: 1, mixed: 1, text: 'x', none: null },
      { whole: null, mixed: 2.5, text: 1, late: null },
      { whole: 2n ** 62n, late: true },
    ]);
    expect(columns.map(({ name, type }) => `${name}:${type}`)).toEqual([
      'whole:integer',
      'mixed:float',
      'text:string',
      'none:null',
      'late:boolean',
    ]);
  });
});
