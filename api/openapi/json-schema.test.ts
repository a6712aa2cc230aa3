import { z } from 'zod';
import { jsonSchema, type Components } from './json-schema.ts';
import { queryInteger } from './query-types.ts';

describe('jsonSchema', () => {
  it('has none of the keywords that zod adds for itself', () => {
    const schema = z.object({
      n: z.int(),
      at: z.iso.datetime(),
      any: z.record(z.string(), z.unknown()),
    });
    expect(jsonSchema(schema, 'output', {})).toEqual({
      type: 'object',
      properties: {
        n: { type: 'integer' },
        at: { type: 'string', format: 'date-time' },
        any: { type: 'object' },
      },
      required: ['n', 'at', 'any'],
    });
  });

  it('joins null to the type', () => {
    expect(jsonSchema(z.enum(['a', 'b']).nullable(), 'input', {})).toEqual({
      type: ['string', 'null'],
      enum: ['a', 'b', null],
    });
  });

  it('makes a component of every schema with an id, at any depth', () => {
    const components: Components = {};
    const inner = z.object({ a: z.string() }).meta({ id: 'Inner' });
    const outer = z.object({ inner, list: z.array(inner) }).meta({ id: 'Outer' });
    expect(jsonSchema(outer, 'output', components)).toEqual({ $ref: '#/components/schemas/Outer' });
    expect(Object.keys(components).sort()).toEqual(['Inner', 'Outer']);
    expect(components.Outer).toMatchObject({
      properties: { list: { items: { $ref: '#/components/schemas/Inner' } } },
    });
  });

  it('rejects two different schemas with the same id', () => {
    const components: Components = {};
    jsonSchema(z.object({ a: z.string() }).meta({ id: 'Same' }), 'output', components);
    const other = z.object({ b: z.string() }).meta({ id: 'Same' });
    expect(() => jsonSchema(other, 'output', components)).toThrow('Same stands for two');
  });

  it('shows the default of a coerced query text', () => {
    expect(jsonSchema(queryInteger(z.int()).default(100), 'input', {})).toEqual({
      type: 'integer',
      default: 100,
    });
  });

  it('shows the type that a query text is coerced to', () => {
    expect(jsonSchema(queryInteger(z.int().min(1)), 'input', {})).toEqual({
      type: 'integer',
      minimum: 1,
    });
  });

  it('bounds the number of items of a tuple, since generators of clients stop at items: false', () => {
    const pair = z.tuple([z.string(), z.string()]);
    expect(jsonSchema(pair, 'input', {})).toEqual({
      type: 'array',
      items: { type: 'string' },
      minItems: 2,
      maxItems: 2,
    });
    const mixed = z.tuple([z.string(), z.number()]);
    expect(jsonSchema(mixed, 'input', {})).toEqual({
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'number' }],
      minItems: 2,
      maxItems: 2,
    });
  });
});
