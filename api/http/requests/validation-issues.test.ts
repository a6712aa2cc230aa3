import { z } from 'zod';
import { queryInteger } from '../../openapi/query-types.ts';
import { parsePart, type RequestPart } from './validation-issues.ts';

function typeOf(schema: z.ZodType, value: unknown, part: RequestPart = 'body'): string | undefined {
  const wrapped = z.object({ x: schema });
  const input = value === undefined ? {} : { x: value };
  return parsePart(part, wrapped, input).issues?.[0]?.type;
}

describe('parsePart', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['a missing field', z.string(), undefined, 'missing'],
    ['one of several types that is missing', z.union([z.int(), z.string()]), undefined, 'missing'],
    ['a missing choice', z.enum(['a']), undefined, 'missing'],
    ['a number for a text', z.string(), 1, 'string_type'],
    ['a text for an integer', z.int(), 'a', 'int_parsing'],
    ['a list for an integer', z.int(), [], 'int_type'],
    ['null for an integer', z.int(), null, 'int_type'],
    ['a fraction for an integer', z.int(), 1.5, 'int_from_float'],
    ['an integer beyond 2^53', z.int(), 2 ** 60, 'less_than_equal'],
    ['a text for a number', z.number(), 'a', 'float_parsing'],
    ['a text for a boolean', z.boolean(), 'perhaps', 'bool_parsing'],
    ['a number for a boolean', z.boolean(), 2, 'bool_type'],
    ['an object for a list', z.array(z.string()), {}, 'list_type'],
    ['a list for an object', z.object({}), [], 'dict_type'],
    ['a list for a record', z.record(z.string(), z.string()), [], 'dict_type'],
    ['an unlisted value', z.enum(['a', 'b']), 'c', 'enum'],
    ['another value than the only one', z.literal('a'), 'c', 'literal_error'],
    ['too small', z.int().min(1), 0, 'greater_than_equal'],
    ['too large', z.int().max(1), 2, 'less_than_equal'],
    ['not above', z.number().gt(1), 1, 'greater_than'],
    ['not below', z.number().lt(1), 1, 'less_than'],
    ['too short', z.string().min(1), '', 'string_too_short'],
    ['too long', z.string().max(1), 'ab', 'string_too_long'],
    ['too few', z.array(z.int()).min(1), [], 'too_short'],
    ['too many', z.array(z.int()).max(1), [1, 2], 'too_long'],
    ['against a pattern', z.string().regex(/^a$/), 'b', 'string_pattern_mismatch'],
    ['no datetime', z.iso.datetime(), 'b', 'datetime_from_date_parsing'],
    ['a rule of its own', z.string().refine(() => false), 'b', 'value_error'],
  ])('reports the code of %s', (_title, schema, value, type) => {
    expect(typeOf(schema, value)).toBe(type);
  });

  it('reports a query text that is not an integer', () => {
    expect(typeOf(queryInteger(z.int()), 'abc', 'query')).toBe('int_parsing');
    expect(typeOf(queryInteger(z.int().max(10)), '11', 'query')).toBe('less_than_equal');
  });

  it.each([true, null, 1.5, {}])(
    'of %j, which is none of several types, is one for each',
    (value) => {
      const schema = z.object({ a: z.union([z.int(), z.string()]) });
      expect(parsePart('body', schema, { a: value }).issues).toEqual([
        { loc: ['body', 'a', 'int'], msg: 'Input should be a valid integer', type: 'int_type' },
        { loc: ['body', 'a', 'str'], msg: 'Input should be a valid string', type: 'string_type' },
      ]);
    },
  );

  it('reports the pattern that a text does not match', () => {
    const schema = z.object({ a: z.string().regex(/^\d+$/) });
    expect(parsePart('header', schema, { a: 'x' }).issues).toEqual([
      {
        loc: ['header', 'a'],
        msg: String.raw`String should match pattern '^\d+$'`,
        type: 'string_pattern_mismatch',
      },
    ]);
  });

  it('locates an issue within lists and objects', () => {
    const schema = z.object({ list: z.array(z.object({ a: z.string() })) });
    const input = { list: [{ a: 'x' }, { a: 1 }] };
    expect(parsePart('body', schema, input).issues).toEqual([
      { loc: ['body', 'list', 1, 'a'], msg: 'Input should be a valid string', type: 'string_type' },
    ]);
  });
});
