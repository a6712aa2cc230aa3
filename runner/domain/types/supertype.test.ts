import { COLUMN_TYPES } from '../column.ts';
import { supertype } from './supertype.ts';

describe('the common supertype', () => {
  it.each(COLUMN_TYPES)('of null and %s is that type, in both orders', (type) => {
    expect([supertype('null', type), supertype(type, 'null')]).toEqual([type, type]);
  });

  it.each([
    ['integer', 'integer', 'integer'],
    ['integer', 'float', 'float'],
    ['integer', 'boolean', 'string'],
    ['float', 'datetime', 'string'],
    ['boolean', 'string', 'string'],
  ] as const)('of %s and %s is %s, in both orders', (a, b, common) => {
    expect([supertype(a, b), supertype(b, a)]).toEqual([common, common]);
  });
});
