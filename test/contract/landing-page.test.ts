import { seedDemo } from '../../api/demo/seed-demo.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openBrowser, type Browser } from '../support/browser.ts';
import { whileRunning } from '../support/contract-runs.ts';

const TOKEN = 'let-me-in';
const WITHIN_MS = 120_000;

let browser: Browser;
let app: TestApp;

beforeAll(async () => {
  [browser, app] = await Promise.all([openBrowser(), startTestApp()]);
}, WITHIN_MS);

afterAll(async () => {
  await Promise.all([browser.close(), app.close()]);
});

async function flowNamed(name: string): Promise<string> {
  const { body } = await app.call('GET', '/api/flows');
  return (body as { id: string; name: string }[]).find((flow) => flow.name === name)!.id;
}

describe('the page at / in a browser', () => {
  it(
    'says on an empty service how to begin',
    async () => {
      const page = await browser.open(app.url);
      const text = await page.seen(/There is no flow yet/);
      expect(text).toContain('No run is active.');
      await page.seen(/OpenAPI\s+Metrics/);
      expect(text).toContain(`curl -F file=@FILE.csv ${app.url}/api/datasets/upload`);
      expect(page.errors).toEqual([]);
    },
    WITHIN_MS,
  );

  it(
    'shows the demo flows with their last runs, and a command that runs one',
    async () => {
      await seedDemo({ url: app.url, apiToken: null });
      const flow = await flowNamed('Seattle weather by kind of day');
      const run = (await app.call('POST', `/api/flows/${flow}/runs`)).body as { id: string };
      const page = await browser.open(app.url);
      const text = await page.seen(new RegExp(run.id));
      expect(text).toMatch(/Seattle weather by kind of day\s+success\s+\d+ seconds? ago/);
      expect(text.match(/has not run/g)).toHaveLength(4);
      const command = await page.evaluate<string>('document.getElementById("command").textContent');
      const [, path = ''] = /^curl -X POST http:\/\/[^/]+(\/\S+)$/.exec(command) ?? [];
      expect((await app.call('POST', path)).status).toBe(201);
      expect(page.errors).toEqual([]);
    },
    WITHIN_MS,
  );

  it(
    'shows the start and the end of a run while it is open',
    async () => {
      const page = await browser.open(app.url);
      await page.seen(/No run is active/);
      const id = await whileRunning(app, async (run) => {
        await page.seen(new RegExp(`1 active run[^]*running[^]*${run}[^]*Flows`));
        return run;
      });
      await page.seen(new RegExp(`No run is active[^]*cancelled[^]*${id}`));
    },
    WITHIN_MS,
  );

  it(
    'escapes names that contain markup',
    async () => {
      const name = '<img src=x onerror="document.title=1"><b>bold</b>';
      await app.call('POST', '/api/flows', { name, graph_json: {} });
      const page = await browser.open(app.url);
      expect(await page.seen(/bold/)).toContain(name);
      expect(await page.evaluate('document.title')).toBe('Millrace');
      expect(page.errors).toEqual([]);
    },
    WITHIN_MS,
  );

  it(
    'has enough contrast in light and in dark mode',
    async () => {
      const page = await browser.open(app.url);
      await page.seen(/success/);
      for (const scheme of ['light', 'dark'] as const) {
        await page.prefer(scheme);
        const colours = await page.evaluate<{ back: string; texts: string[] }>(`(() => {
          const of = (element) => getComputedStyle(element);
          const texts = ['body', '#status', 'nav a', '.success', 'td.id a', 'button'];
          return {
            back: of(document.body).backgroundColor,
            texts: texts.map((selector) => of(document.querySelector(selector)).color),
          };
        })()`);
        expect(luminance(colours.back) > 0.5).toBe(scheme === 'light');
        const contrasts = colours.texts.map((text) => contrast(text, colours.back));
        expect(Math.min(...contrasts)).toBeGreaterThan(4.5);
      }
    },
    WITHIN_MS,
  );

  it(
    'asks for the API token, and again when it is wrong',
    async () => {
      const guarded = await startTestApp({ SERVICE_API_TOKEN: TOKEN });
      try {
        const page = await browser.open(guarded.url);
        await page.seen(/asks for its API token/);
        const give = (token: string): Promise<void> =>
          page.evaluate(`(() => {
            document.getElementById('token').value = '${token}';
            document.querySelector('#token-form button').click();
          })()`);
        await give('wrong');
        await page.seen(/That is not its token/);
        await give(TOKEN);
        const text = await page.seen(/There is no flow yet/);
        expect(text).not.toContain('asks for its API token');
        expect(text).toContain('-H "Authorization: Bearer $SERVICE_API_TOKEN"');
        expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(TOKEN);
        expect(page.errors).toEqual([]);
      } finally {
        await guarded.close();
      }
    },
    WITHIN_MS,
  );
});

/** WCAG's contrast of two colours. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
