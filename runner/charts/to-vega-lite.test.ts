import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import { CHARTS, EMPTY_CHARTS } from '../../test/fixtures/charts.ts';
import { exactJson } from '../domain/exact-json.ts';
import { ChartArtifact } from './chart-artifact.ts';
import { toVegaLite } from './to-vega-lite.ts';

describe('the Vega-Lite specification of a chart', () => {
  let validate: ValidateFunction;

  beforeAll(() => {
    const file = createRequire(import.meta.url).resolve('vega-lite/build/vega-lite-schema.json');
    const ajv = new Ajv({ strict: false, validateFormats: false });
    validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object);
  });

  it.each(Object.entries({ ...CHARTS, ...EMPTY_CHARTS }))(
    'of a chart (%s) is valid',
    (_name, chart) => {
      expect(ChartArtifact.parse(chart)).toEqual(chart);
      const specification: unknown = JSON.parse(exactJson.stringify(toVegaLite(chart)));
      validate(specification);
      expect(validate.errors ?? []).toEqual([]);
    },
  );

  it('has names and labels only as data and as titles', () => {
    const { bar } = CHARTS;
    const { data, title, encoding } = toVegaLite(bar!);
    expect(data).toEqual({
      values: [
        { label: expect.stringContaining('<script>') as string, value: 9007199254740993n },
        { label: 'Other', value: -2.5 },
        { label: 'Other (2)', value: null },
      ],
    });
    expect(title).toContain('<script>');
    expect(encoding).toMatchObject({
      x: { field: 'value', title: 'count' },
      y: { field: 'label', title: 'a.b[c]' },
    });
  });

  it.each([
    ['line of time', { type: 'temporal', title: 'day' }, '2024-03-01T12:00:00.500Z'],
    [
      'area of days in text',
      { type: 'temporal', title: 'day, without (blank)' },
      '2024-03-05T00:00:00Z',
    ],
    ['area of numbers', { type: 'quantitative', title: 'n' }, 10.5],
    ['line of numbers with a blank', { type: 'quantitative', title: 'n, without (blank)' }, 1],
    ['line of labels', { type: 'nominal', title: 'shop' }, '(blank)'],
  ])('shows x by the form of its texts (%s)', (name, channel, last) => {
    const { data, encoding } = toVegaLite(CHARTS[name]!);
    expect(encoding).toMatchObject({ x: channel });
    expect((data as { values: readonly { x: unknown }[] }).values.at(-1)?.x).toBe(last);
  });

  it('leaves only null out of a scale of numbers, not a text that is (blank)', () => {
    const rows = ['(blank)', '7', '(null)'].map((x) => ({ x, a: 1 }));
    const places = (shown: typeof rows): unknown => {
      const chart = { ...CHARTS['line of labels']!, rows: shown };
      return toVegaLite(ChartArtifact.parse(chart)).data;
    };
    const values = (...xs: readonly unknown[]): unknown => ({
      values: xs.map((x) => ({ x, series: 'a', value: 1 })),
    });
    expect(places(rows)).toEqual(values('(blank)', '7', '(null)'));
    expect(places(rows.slice(0, 2))).toEqual(values('(blank)', '7'));
    expect(places(rows.slice(0, 2).toReversed())).toEqual(values(7));
  });

  it('writes years without a separator of thousands, and other numbers with it', () => {
    const years = { format: 'd', tickMinStep: 1 };
    const line = (x: readonly string[]): unknown => {
      const rows = x.map((text) => ({ x: text, n: 1 }));
      const chart = { ...CHARTS['line of labels']!, x: 'year', series: ['n'], rows };
      return toVegaLite(ChartArtifact.parse(chart)).encoding;
    };
    expect(line(['1952', '2007', '(blank)'])).toMatchObject({ x: { axis: years } });
    for (const others of [
      ['1952', '10000'],
      ['1300', '1952'],
      ['1952.5', '1953'],
    ])
      expect(line(others)).not.toHaveProperty('x.axis.format');
    const points = [
      [1952, 28.8],
      [2007, 2500],
    ];
    const scatter = ChartArtifact.parse({ ...CHARTS.scatter!, points });
    expect(toVegaLite(scatter).encoding).toMatchObject({ x: { axis: years } });
    expect(toVegaLite(scatter).encoding).not.toHaveProperty('y.axis');
  });
});
