import { bindParameters } from './bind-parameters.ts';
import { checkParameterSpecs } from './parameter-specs.ts';
import { resolveParameters } from './resolve-parameters.ts';

describe('checkParameterSpecs', () => {
  it('accepts valid names, types and defaults', () => {
    const specs = [
      { name: 'n', type: 'integer', default: '10', description: 'rows' },
      { name: 'x'.repeat(65) },
      { name: 'ratio', type: 'number', default: null },
    ];
    expect(checkParameterSpecs(specs)).toEqual(specs);
    expect(checkParameterSpecs(undefined)).toEqual([]);
    expect(checkParameterSpecs(null)).toEqual([]);
  });

  it.each([
    [{ a: 1 }, /must be a list/],
    [['a'], /Parameter number 1: must be an object/],
    [[{ type: 'string' }], /Parameter number 1: "name" must be text/],
    [[{ name: '1a' }], /"1a": a name starts with a letter/],
    [[{ name: 'class' }], /"class": this name is reserved/],
    [[{ name: 'match' }], /reserved/],
    [[{ name: 'pd' }], /reserved/],
    [[{ name: 'df_1' }], /reserved/],
    [[{ name: 'a' }, { name: 'a' }], /"a" is declared twice/],
    [[{ name: 'a', type: 'date' }], /"a": "type" must be one of string, integer/],
    [[{ name: 'a', type: 'integer', default: 'q' }], /"a" must be an integer, not "q"/],
  ])('rejects the declarations %j', (specs, message) => {
    expect(() => checkParameterSpecs(specs)).toThrow(message);
  });
});

describe('resolveParameters', () => {
  const specs = [
    { name: 'minv', type: 'number' },
    { name: 'n', type: 'integer', default: 10 },
    { name: 'flag', type: 'boolean', default: false },
    { name: 'city' },
  ] as const;

  it('prefers overrides to defaults and converts each value to its type', () => {
    const given = { minv: '1.5', n: 7.0, flag: 'Yes', city: 12 };
    expect(resolveParameters(specs, given)).toEqual({ minv: 1.5, n: 7, flag: true, city: '12' });
    expect(resolveParameters(specs, { minv: 1, city: '' })).toEqual({
      minv: 1,
      n: 10,
      flag: false,
      city: '',
    });
  });

  it('keeps integers beyond 2^53 exact', () => {
    const resolved = resolveParameters(specs, { minv: 1, city: '', n: '9007199254740993' });
    expect(resolved.n).toBe(9007199254740993n);
  });

  it.each([
    [{ city: '' }, /"minv" needs a value/],
    [{ minv: null, city: '' }, /"minv" must not be null/],
    [{ minv: 1, city: '', minw: 2 }, /no parameter "minw". Did you mean "minv"/],
    [{ minv: 1, city: '', n: 'abc' }, /"n" must be an integer, not "abc"/],
    [{ minv: 1, city: '', n: 2.5 }, /"n" must be an integer, not 2.5/],
    [{ minv: 1, city: '', n: true }, /"n" must be an integer, not true/],
    [{ minv: false, city: '' }, /"minv" must be a number, not false/],
    [{ minv: 1, city: '', flag: 'maybe' }, /"flag" must be true or false, not "maybe"/],
  ])('rejects the overrides %j', (overrides, message) => {
    expect(() => resolveParameters(specs, overrides)).toThrow(message);
  });

  it('rejects overrides for a flow without parameters', () => {
    expect(() => resolveParameters([], { a: 1 })).toThrow(/declares none/);
  });
});

describe('bindParameters', () => {
  const parameters = { n: 5, share: 1.0, flag: true, column: 'amount', big: 9007199254740993n };

  it('replaces a text that is a single placeholder by the typed value', () => {
    const config = { n: '{{ n }}', deep: { list: ['{{flag}}', ' {{big}} '] } };
    expect(bindParameters(config, parameters)).toEqual({
      n: 5,
      deep: { list: [true, 9007199254740993n] },
    });
  });

  it('writes values inside a text as JSON, and texts unquoted', () => {
    const config = { label: 'top {{ n }} of {{column}}, {{share}}, {{flag}}, {{big}}' };
    expect(bindParameters(config, parameters)).toEqual({
      label: 'top 5 of amount, 1, true, 9007199254740993',
    });
  });

  it('keeps unknown names, keys and expressions unchanged', () => {
    const config = { '{{n}}': '{{ other }} {{n}}', expression: "s == '{{ column }}'" };
    expect(bindParameters(config, parameters, ['expression'])).toEqual({
      '{{n}}': '{{ other }} 5',
      expression: "s == '{{ column }}'",
    });
  });

  it('does not replace placeholders inside parameter values', () => {
    expect(bindParameters({ a: 'x {{p}}' }, { p: '{{ q }}', q: 'no' })).toEqual({ a: 'x {{ q }}' });
  });
});
