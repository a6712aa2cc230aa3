import fc from 'fast-check';

/** Columns of the expressions; two per type where comparisons need them. */
export const ARBITRARY_COLUMNS = [
  { name: 'i', type: 'integer' },
  { name: 'j', type: 'integer' },
  { name: 'x', type: 'float' },
  { name: 'y', type: 'float' },
  { name: 's', type: 'string' },
  { name: 't', type: 'string' },
  { name: 'p', type: 'boolean' },
  { name: 'd', type: 'datetime' },
] as const;

function write(
  parts: readonly fc.Arbitrary<string>[],
  join: (...texts: string[]) => string,
): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((texts) => join(...texts));
}

/** Expressions by the type of their value, nested to any depth. */
const expressions = fc.letrec<Record<'number' | 'text' | 'condition' | 'date', string>>((tie) => {
  const number = tie('number');
  const text = tie('text');
  const condition = tie('condition');
  const date = tie('date');
  const operator = fc.constantFrom('+', '-', '*', '/', '//', '%');
  const relation = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
  // Without functions such as sin: their last bit may differ, and text would show it.
  const unary = fc.constantFrom('abs', 'sign', 'floor', 'ceil', 'round', 'sqrt');
  const mapping = fc.constantFrom('upper', 'lower', 'trim', 'ltrim', 'rtrim');
  const unit = fc.constantFrom('year', 'quarter', 'month', 'week', 'day', 'hour', 'second');
  const depth = { maxDepth: 3, withCrossShrink: true };
  return {
    number: fc.oneof(
      depth,
      fc.constantFrom('i', 'j', 'x', 'y', '1', '0', '2.5', '-3'),
      write([number, operator, number], (a, op, b) => `(${a} ${op} ${b})`),
      write([unary, number], (name, a) => `${name}(${a})`),
      write([number], (a) => `(- ${a})`),
      write([number], (a) => `(${a}) ** 2`),
      write([number], (a) => `round(${a}, 1)`),
      write([condition, number, number], (c, a, b) => `if(${c}, ${a}, ${b})`),
      write([number, number], (a, b) => `coalesce(${a}, ${b})`),
      write([number, number], (a, b) => `greatest(${a}, ${b})`),
      write([number, number], (a, b) => `nullif(${a}, ${b})`),
      write([text], (a) => `length(${a})`),
      write([text], (a) => `try_cast(${a} as integer)`),
      write([text], (a) => `try_cast(${a} as float)`),
      write([date], (a) => `year(${a})`),
    ),
    text: fc.oneof(
      depth,
      fc.constantFrom('s', 't', "'b'"),
      write([mapping, text], (name, a) => `${name}(${a})`),
      write([text, text], (a, b) => `${a} + ${b}`),
      write([text, number], (a, b) => `concat(${a}, ${b})`),
      write([condition, text, text], (c, a, b) => `if(${c}, ${a}, ${b})`),
      write([text], (a) => `substr(${a}, 2, 1)`),
      write([text], (a) => `right(${a}, 2)`),
      write([text], (a) => `replace(${a}, 'a', 'xy')`),
      write([date], (a) => `cast(${a} as string)`),
    ),
    condition: fc.oneof(
      depth,
      fc.constantFrom('p', 'true', 'x is null', 's is not null'),
      write([number, relation, number], (a, op, b) => `${a} ${op} ${b}`),
      write([text, relation, text], (a, op, b) => `${a} ${op} ${b}`),
      write([date, relation, date], (a, op, b) => `${a} ${op} ${b}`),
      write([condition, condition], (a, b) => `(${a} and ${b})`),
      write([condition, condition], (a, b) => `(${a} or ${b})`),
      write([condition], (a) => `(not ${a})`),
      write([number], (a) => `${a} in (1, 2.5, null)`),
      write([text], (a) => `contains(${a}, 'a')`),
      write([text], (a) => `${a} like '%a_'`),
    ),
    date: fc.oneof(
      depth,
      fc.constant('d'),
      write([text], (a) => `try_cast(${a} as datetime)`),
      write([condition, date], (c, a) => `if(${c}, ${a}, null)`),
      write([date, unit], (a, u) => `date_add(${a}, i, '${u}')`),
    ),
  };
});

/** Generates expressions over the columns. */
export const anyExpression = fc.oneof(expressions.number, expressions.text, expressions.condition);

/** Generates an expression with a strict cast, which fails for a cell of another type. */
export const anyStrictCast = fc.oneof(
  write([expressions.text], (text) => `cast(${text} as integer)`),
  write([expressions.text], (text) => `cast(${text} as float)`),
  write([expressions.text], (text) => `cast(${text} as boolean)`),
  write([expressions.text], (text) => `cast(${text} as datetime)`),
  write([expressions.number], (number) => `cast(${number} as integer)`),
);
