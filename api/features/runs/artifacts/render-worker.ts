// A worker thread that draws Vega-Lite specifications. Vega is loaded only here, since it takes a quarter of a
// second and 40 MB of memory, and a thread can be stopped.
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { logger, parse, View, Warn, type LoggerInterface } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { RenderReply, RenderRequest } from './render-messages.ts';

/** The only font of PNG files, so that they are the same on every machine. */
const FONT = {
  file: path.join(import.meta.dirname, 'font', 'DejaVuSans.ttf'),
  family: 'DejaVu Sans',
};
/** Pixels of a PNG file for each pixel of the specification. */
const SCALE = 2;

/** The characters that XML 1.0 does not allow. Vega escapes only `&`, `<`, `>` and quotes. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Standard output belongs to the service. */
const silent: LoggerInterface = Object.assign(logger(Warn), {
  warn: () => silent,
  info: () => silent,
  debug: () => silent,
});

parentPort?.on('message', (request: RenderRequest) => {
  void render(request).then((reply) => {
    parentPort?.postMessage(reply);
  });
});

async function render({ specification, format }: RenderRequest): Promise<RenderReply> {
  try {
    const svg = await toSvg(JSON.parse(specification) as TopLevelSpec);
    return { picture: format === 'svg' ? Buffer.from(svg) : toPng(svg) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function toSvg(specification: TopLevelSpec): Promise<string> {
  const { spec } = compile(specification, { logger: silent });
  // A chart has its data inline: nothing is loaded.
  const loader = {
    load: () => Promise.reject(new Error('A chart loads no data.')),
    sanitize: () => Promise.reject(new Error('A chart has no links.')),
    http: () => Promise.reject(new Error('A chart loads no data.')),
    file: () => Promise.reject(new Error('A chart loads no data.')),
    options: {},
  };
  const view = new View(parse(spec), { renderer: 'none', loader, logger: silent });
  try {
    return (await view.toSVG()).replace(NOT_XML, '\uFFFD');
  } finally {
    view.finalize();
  }
}

function toPng(svg: string): Uint8Array {
  const { file, family } = FONT;
  const font = {
    loadSystemFonts: false,
    fontFiles: [file],
    defaultFontFamily: family,
    sansSerifFamily: family,
  };
  return new Resvg(svg, { font, fitTo: { mode: 'zoom', value: SCALE } }).render().asPng();
}
