import { CHARTS } from '../../../../test/fixtures/charts.ts';
import { ChartArtifact } from '../../../../runner/charts/chart-artifact.ts';
import { toVegaLite } from '../../../../runner/charts/to-vega-lite.ts';
import { exactJson } from '../../../../runner/domain/exact-json.ts';
import { ChartRenderer } from './chart-renderer.ts';

const renderer = new ChartRenderer();
afterAll(() => renderer.close());

/** The texts of the picture of a chart, in their order. */
async function textsOf(chart: object): Promise<readonly string[]> {
  const specification = exactJson.stringify(toVegaLite(ChartArtifact.parse(chart)));
  const svg = Buffer.from(await renderer.render(specification, 'svg')).toString();
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
}

type Kind = 'line' | 'area';

/** A line or an area of values by text. */
function lineOf(kind: Kind, values: readonly (number | null)[]): object {
  const rows = values.map((a, index) => ({ x: `p${index}`, a }));
  return { ...CHARTS['line of labels'], kind, rows };
}

/** Bars of values. */
function barsOf(values: readonly number[], orientation = 'vertical'): object {
  const data = values.map((value, index) => ({ label: `p${index}`, value }));
  return { ...CHARTS.bar, title: 'Bars', orientation, x: 'x', data };
}

describe('the axis of values', () => {
  const places = ['p0', 'p1', 'p2'];
  const near = ['25', '26', '27', '28', '29', '30'];

  it.each<[Kind, string, readonly number[], readonly string[]]>([
    ['line', 'starts near the least of values far from zero', [25, 27, 30], near],
    ['area', 'starts near the least of values far from zero', [25, 27, 30], near],
    [
      'line',
      'ends near the greatest of negative values far from zero',
      [-25, -27, -30],
      near.toReversed().map((tick) => `−${tick}`),
    ],
    ['line', 'has zero where values are as far from each other', [2, 4, 1], ['0', '1', '4']],
    ['area', 'has zero where values are as far from each other', [2, 4, 1], ['0', '1', '4']],
    ['line', 'has zero between values of both signs', [-2, 4, 1], ['−2', '0', '4']],
    ['line', 'has zero when all values are equal', [25, 25, 25], ['0', '10', '26']],
  ])('of a chart of the kind %s %s', async (kind, _what, values, ticks) => {
    const shown = await textsOf(lineOf(kind, values));
    const numbers = shown
      .filter((text) => /^−?[\d.]+$/.test(text))
      .map((text) => text.replace(/\.0$/, ''));
    expect(numbers).toEqual(expect.arrayContaining([...ticks]));
    const ends = ticks.map((tick) => Number(tick.replace('−', '-')));
    const drawn = numbers.map((text) => Number(text.replace('−', '-')));
    expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([
      Math.min(...ends),
      Math.max(...ends),
    ]);
    expect(shown).toEqual(expect.arrayContaining(places));
  });

  it.each(['vertical', 'horizontal'])('of %s bars always has zero', async (orientation) => {
    const shown = await textsOf(barsOf([25, 27, 30], orientation));
    expect(shown).toEqual(expect.arrayContaining(['0', '30']));
  });

  it('of grouped bars always has zero', async () => {
    const rows = [{ label: 'a', constructor: 25, 'x.y': 30 }];
    const shown = await textsOf({ ...CHARTS['grouped bar'], rows });
    expect(shown).toEqual(expect.arrayContaining(['0', '30']));
  });
});

describe('the title of the axis of values', () => {
  const named = (kind: Kind, series: readonly string[], aggregate: string): object => ({
    ...lineOf(kind, []),
    rows: [{ x: 'p', ...Object.fromEntries(series.map((name) => [name, 1])) }],
    series,
    aggregate,
  });

  it.each<[string, readonly string[], string]>([
    ['mean', ['price'], 'mean of price'],
    ['mean', ['open', 'close'], 'mean of open, close'],
    ['sum', ['a', 'b', 'c', 'd'], 'sum of a, b, c, d'],
    ['max', ['a', 'b', 'c', 'd', 'e'], 'max of a, b, c and 2 others'],
    ['count', ['price'], 'count'],
    ['count', ['open', 'close'], 'count'],
  ])('says of the %s of %j: %s', async (aggregate, series, title) => {
    expect(await textsOf(named('line', series, aggregate))).toContain(title);
    expect(await textsOf(named('area', series, aggregate))).toContain(title);
  });

  it('says what bars add up', async () => {
    expect(await textsOf(CHARTS['grouped bar']!)).toContain('sum of amount');
    expect(await textsOf({ ...CHARTS.bar, y: 'amount', aggregate: 'mean' })).toContain(
      'mean of amount',
    );
  });
});

describe('large numbers of a picture', () => {
  it.each<[string, readonly number[], readonly string[]]>([
    ['thousands from 10,000', [12_000, 4000], ['0', '2 k', '12 k']],
    ['millions', [1_200_000, 1], ['0', '0.2 M', '1.2 M']],
    ['billions', [1_200_000_000, 1], ['0', '0.2 B', '1.2 B']],
    ['trillions', [1.2e13, 1], ['0', '2 T', '12 T']],
    ['negative numbers', [-12_000, 4000], ['−12 k', '0', '4 k']],
    ['numbers below 10,000, which have no unit', [9000, 1], ['1,000', '9,000']],
  ])('are short: %s', async (_what, values, ticks) => {
    for (const orientation of ['vertical', 'horizontal'])
      expect(await textsOf(barsOf(values, orientation))).toEqual(
        expect.arrayContaining([...ticks]),
      );
  });

  it('are in full where a unit would need more than two decimals', async () => {
    const shown = await textsOf(lineOf('line', [1_200_000_000, 1_200_000_010]));
    expect(shown).toEqual(expect.arrayContaining(['1,200,000,000', '1,200,000,010']));
    expect(shown.filter((text) => / [kMBT]$/.test(text))).toEqual([]);
  });

  it('never make two labels of an axis alike', async () => {
    for (const least of [1e4, 123_456, 9.9e6, 1e9, 1e12])
      for (const span of [9, 251, 2600, 99_000, 3e6, 2e8]) {
        const shown = await textsOf({
          ...CHARTS.scatter,
          points: [
            [least, 1],
            [least + span, 2],
          ],
        });
        const ticks = shown.slice(0, shown.indexOf('day'));
        expect(ticks.length).toBeGreaterThan(2);
        expect([least, span, ticks]).toEqual([least, span, [...new Set(ticks)]]);
      }
  });

  it('are short on both axes of points and on the axis of boxes', async () => {
    const points = [
      [1_000_000, 20_000],
      [3_000_000, 40_000],
    ];
    const scatter = await textsOf({ ...CHARTS.scatter, points });
    expect(scatter).toEqual(expect.arrayContaining(['1 M', '3 M', '20 k', '40 k']));
    const [box] = 'groups' in CHARTS.boxplot! ? CHARTS.boxplot.groups : [];
    const of = async (min: number, max: number): Promise<readonly string[]> => {
      const groups = [{ ...box, min, q1: min, median: min, q3: max, max }];
      return await textsOf({ ...CHARTS.boxplot, groups });
    };
    expect(await of(1_200_000, 1_500_000)).toEqual(expect.arrayContaining(['1.2 M', '1.5 M']));
    expect(await of(1_200_000_000, 1_200_000_000)).toContain('1.2 B');
    expect(await of(1_234_567, 1_234_567)).toContain('1,234,567');
  });

  it('are short in the bins and the counts of a histogram', async () => {
    const labels = ['-50000 – 0', '0 – 50000', '50000 – 100000'];
    const data = labels.map((label, index) => ({ label, value: index * 20_000 }));
    const shown = await textsOf({ ...CHARTS.histogram, data });
    const bins = ['-50 k – 0', '0 – 50 k', '50 k – 100 k'];
    expect(shown).toEqual(expect.arrayContaining([...bins, '10 k', '40 k']));
    const one = { label: '1200000', value: 3 };
    expect(await textsOf({ ...CHARTS.histogram, data: [one] })).toContain('1.2 M');
  });

  it('are in full in the bins of a histogram that lie close together', async () => {
    const labels = ['1000000 – 1000001', '1000001 – 1000002'];
    const data = labels.map((label) => ({ label, value: 1 }));
    const shown = await textsOf({ ...CHARTS.histogram, data });
    expect(shown).toEqual(expect.arrayContaining(labels));
  });
});
