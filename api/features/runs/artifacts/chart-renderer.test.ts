import path from 'node:path';
import { CHARTS, EMPTY_CHARTS } from '../../../../test/fixtures/charts.ts';
import { toVegaLite } from '../../../../runner/charts/to-vega-lite.ts';
import { ChartArtifact } from '../../../../runner/charts/chart-artifact.ts';
import { exactJson } from '../../../../runner/domain/exact-json.ts';
import { ChartRenderer } from './chart-renderer.ts';

const SPECIFICATIONS = Object.entries({ ...CHARTS, ...EMPTY_CHARTS }).map(
  ([name, chart]) => [name, exactJson.stringify(toVegaLite(chart))] as const,
);

describe('a chart renderer', () => {
  const renderer = new ChartRenderer();
  afterAll(() => renderer.close());

  it.each(SPECIFICATIONS)('draws a chart (%s) as SVG without errors', async (name, text) => {
    const svg = Buffer.from(await renderer.render(text, 'svg')).toString();
    expect(svg).toMatch(/^<svg /);
    expect(svg).not.toMatch(/<script|NaN|undefined|Infinity|e\+308/);
    if (!(name in EMPTY_CHARTS)) expect(svg).toContain('role-mark');
  });

  it.each(Object.keys(EMPTY_CHARTS))('draws a chart without rows (%s) as PNG', async (name) => {
    const [, text = ''] = SPECIFICATIONS.find(([other]) => other === name) ?? [];
    const png = Buffer.from(await renderer.render(text, 'png'));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    // The width in pixels, of the header.
    expect(png.readUInt32BE(16)).toBeLessThan(2000);
  });

  it('draws boxes of groups that have only null without bounds such as Infinity', async () => {
    const none = { min: null, q1: null, median: null, q3: null, max: null, outliers: 0, count: 0 };
    const groups = [{ label: 'a', ...none }];
    const chart = ChartArtifact.parse({ ...CHARTS.boxplot!, groups });
    const text = exactJson.stringify(toVegaLite(chart));
    const svg = Buffer.from(await renderer.render(text, 'svg')).toString();
    expect(svg).toMatch(/^<svg /);
    expect(svg).not.toMatch(/NaN|Infinity/);
  });

  it.each([
    [1e308, -1e308],
    [Number.MAX_VALUE, -Number.MAX_VALUE],
    [1e308, 1.7e308],
    [5e-324, 1e-323],
    [5e-324, 0],
    [1e-310, -1e-310],
    [3e250, -1e250],
    [1e-12, 3e-12],
    [-0, 0],
    [7, 7],
  ])('draws numbers such as %d and %d with finite labels of few digits', async (one, other) => {
    for (const [name, chart] of Object.entries(CHARTS)) {
      const specification = exactJson.stringify(toVegaLite(withNumbers(chart, [one, other])));
      const svg = Buffer.from(await renderer.render(specification, 'svg')).toString();
      expect([name, svg]).toEqual([name, expect.not.stringMatching(/NaN|undefined|Infinity/)]);
      expect([name, svg]).toEqual([name, expect.not.stringMatching(/>[^<]*\d{9}/)]);
    }
  });

  it.each([
    [1.5, '1.5'],
    [-0.25, '−0.25'],
    [1234.567, '1,234.567'],
    [1e308, '1'],
  ])('labels the only value of an axis, %d, exactly', async (value, label) => {
    const chart = withNumbers(CHARTS.boxplot!, [value, value]);
    const svg = await renderer.render(exactJson.stringify(toVegaLite(chart)), 'svg');
    expect(Buffer.from(svg).toString()).toContain(`>${label}</text>`);
  });

  it('names the unit of numbers that Vega could not add', async () => {
    const chart = withNumbers(CHARTS.boxplot!, [1e308, -1e308]);
    const svg = await renderer.render(exactJson.stringify(toVegaLite(chart)), 'svg');
    expect(Buffer.from(svg).toString()).toContain('>amount (× 1e+308)</text>');
  });

  it('escapes labels in SVG', async () => {
    const [, text = ''] = SPECIFICATIONS[0] ?? [];
    const svg = Buffer.from(await renderer.render(text, 'svg')).toString();
    expect(svg).toContain('&lt;script&gt;');
  });

  it.each(['constructor', 'toString', '__proto__', 'if', 'a\u2028b\u2028c'])(
    'draws charts whose title, columns and labels are all %j',
    async (text) => {
      const shown = text.replaceAll('\u2028', ' ');
      for (const [name, chart] of Object.entries(CHARTS)) {
        const specification = exactJson.stringify(toVegaLite(withTexts(chart, text)));
        const svg = Buffer.from(await renderer.render(specification, 'svg')).toString();
        expect([name, svg]).toEqual([name, expect.stringContaining(`>${shown}`)]);
        expect(svg).toContain('role-mark');
        expect(svg).toContain(`Title text '${shown}`);
        expect((await renderer.render(specification, 'png')).byteLength).toBeGreaterThan(1000);
      }
    },
  );

  it.each([
    'a\u0000b',
    'a\u0001b',
    'a\u000bb',
    'a\u001fb',
    'a\ufffeb',
    'a\uffffb',
    'a\ud800b',
    'a\udc00b',
  ])(
    'writes a character that XML forbids (%j) as U+FFFD in titles, columns and labels',
    async (text) => {
      for (const chart of Object.values(CHARTS)) {
        const specification = exactJson.stringify(toVegaLite(withTexts(chart, text)));
        const svg = Buffer.from(await renderer.render(specification, 'svg')).toString();
        expect(svg).toContain('>a\ufffdb<');
        expect(svg).toContain("Title text 'a\ufffdb'");
        expect(svg).not.toContain(text);
        expect((await renderer.render(specification, 'png')).byteLength).toBeGreaterThan(1000);
      }
    },
  );

  it('keeps tabs, emoji and other characters of XML', async () => {
    const text = 'a\tb \u{1F600} \u0085 \ufffd';
    const specification = exactJson.stringify(toVegaLite(withTexts(CHARTS.bar!, text)));
    const svg = Buffer.from(await renderer.render(specification, 'svg')).toString();
    expect(svg).toContain(`>${text}<`);
  });

  it('draws the same PNG each time, with the bundled font', async () => {
    const [, text = ''] = SPECIFICATIONS[1] ?? [];
    const [first, second] = await Promise.all([
      renderer.render(text, 'png'),
      new ChartRenderer().render(text, 'png'),
    ]);
    expect(Buffer.from(first).subarray(1, 4).toString()).toBe('PNG');
    // A picture without letters is much smaller.
    expect(first.byteLength).toBeGreaterThan(10_000);
    expect(Buffer.compare(first, second)).toBe(0);
  });

  it('loads nothing that a specification names', async () => {
    const data = { url: path.resolve('package.json'), format: { type: 'json' } };
    const encoding = { x: { field: 'name', type: 'nominal' } };
    const text = JSON.stringify({ data, mark: 'bar', encoding });
    const svg = Buffer.from(await renderer.render(text, 'svg')).toString();
    expect(svg).not.toContain('millrace');
  });

  it('rejects an invalid specification and goes on', async () => {
    await expect(renderer.render('{"mark":"bar"', 'svg')).rejects.toThrow(/cannot be drawn/);
    const [, text = ''] = SPECIFICATIONS[2] ?? [];
    expect((await renderer.render(text, 'svg')).byteLength).toBeGreaterThan(1000);
  });

  it('stops a picture that takes too long, and draws the next in a new thread', async () => {
    const slow = new ChartRenderer({ timeoutMs: 1 });
    const [, text = ''] = SPECIFICATIONS[0] ?? [];
    await expect(slow.render(text, 'svg')).rejects.toMatchObject({ code: 'unavailable' });
    await slow.close();
  });

  it('rejects a request when too many wait', async () => {
    const busy = new ChartRenderer({ maxQueue: 1 });
    const [, text = ''] = SPECIFICATIONS[0] ?? [];
    const waiting = [busy.render(text, 'svg'), busy.render(text, 'svg')];
    await expect(busy.render(text, 'svg')).rejects.toMatchObject({ code: 'overloaded' });
    await Promise.all(waiting);
    await busy.close();
  });
});

/** A chart with a text as its title, as each of its columns and as the label of each category. */
function withTexts(chart: ChartArtifact, text: string): ChartArtifact {
  const names = ['x', 'y', 'column', 'category', 'value', 'group_by', 'columns', 'title'];
  const renamed = Object.entries({ title: text, ...chart }).map(([name, value]) => [
    name,
    names.includes(name) ? (Array.isArray(value) ? value.map(() => text) : text) : value,
  ]);
  const json = exactJson.stringify(Object.fromEntries(renamed));
  return ChartArtifact.parse(
    exactJson.parse(json.replace(/"label":"[^"\\]*"/g, () => `"label":${JSON.stringify(text)}`)),
  );
}

/** The chart with the first number as the least value of boxes and in every second place, and the second elsewhere. */
function withNumbers(chart: ChartArtifact, numbers: readonly [number, number]): ChartArtifact {
  const [one, other] = numbers;
  const number = (index: number): number => (index % 2 === 0 ? one : other);
  switch (chart.kind) {
    case 'bar':
    case 'pie':
      if (!('data' in chart)) break;
      return ChartArtifact.parse({
        ...chart,
        data: chart.data.map((entry, index) => ({ ...entry, value: number(index) })),
      });
    case 'line':
    case 'area':
      return ChartArtifact.parse({
        ...chart,
        rows: chart.rows.map((row, index) => ({
          ...row,
          x: String(number(index)),
          a: number(index),
        })),
      });
    case 'scatter':
      return ChartArtifact.parse({ ...chart, points: [numbers, [other, one]] });
    case 'boxplot': {
      const [min, max] = [Math.min(one, other), Math.max(one, other)];
      const groups = chart.groups.map((group) => ({
        ...group,
        min,
        q1: min,
        median: min,
        q3: max,
        max,
      }));
      return ChartArtifact.parse({ ...chart, groups });
    }
    case 'histogram':
    case 'heatmap':
  }
  return chart;
}
