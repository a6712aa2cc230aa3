// `npm run bench [name …]`: ratios to a baseline of the same run. Exits with 1 when a bound is
// missed, or when a benchmark that was named cannot run on this machine. node-speed takes
// `--node TYPE`, once for each node type, and `--write`, which writes docs/node-speed.md.
// `npm run bench -- --against COMMIT [name …]`: ratios to the service of another commit.
// `npm run bench -- --record [name …]`: appends a line to docs/speed-history.json.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseBenchArguments, type BenchRequest } from './bench-arguments.ts';
import { BENCHMARKS } from './benchmarks.ts';
import { benchAgainst } from './service-cases/against.ts';
import { SERVICE_BENCHMARKS } from './service-cases/index.ts';
import { recordSpeed } from './speed-history/record.ts';
import { describeFigure, holds, type Figure } from './statistics.ts';
import { UnmeasurableError } from './unmeasurable-error.ts';

type Asked<Kind extends BenchRequest['kind']> = Extract<BenchRequest, { readonly kind: Kind }>;

const request = parseBenchArguments(process.argv.slice(2), {
  all: Object.keys(BENCHMARKS),
  ofServices: Object.keys(SERVICE_BENCHMARKS),
});
if (request.kind === 'invalid') {
  console.error(request.message);
  process.exitCode = 2;
} else {
  logLoad();
  const code = await (request.kind === 'bounds' ? measureBounds(request) : alternate(request));
  // At once: work that was given up may wait for some seconds more.
  process.exit(code);
}

/** @returns the exit code */
async function measureBounds(asked: Asked<'bounds'>): Promise<number> {
  const names = Object.keys(BENCHMARKS).filter(
    (name) => asked.names.length === 0 || asked.names.includes(name),
  );
  let missed = 0;
  let skipped = 0;
  for (const name of names) {
    const figures = await figuresOf(name, asked);
    if (figures === null) skipped += 1;
    else missed += figures.filter((figure) => !holds(figure)).length;
  }
  logLoad();
  const scope = skipped === 0 ? 'Every bound' : 'Every bound that was measured';
  console.log(missed === 0 ? `\n${scope} holds.` : `\n${missed} bounds missed.`);
  return missed === 0 && (skipped === 0 || asked.names.length === 0) ? 0 : 1;
}

/** Measures and prints. @returns null when the machine lacks something for it */
async function figuresOf(
  name: string,
  { node, write }: Asked<'bounds'>,
): Promise<readonly Figure[] | null> {
  const scratch = newScratch();
  try {
    console.log(`\n${name}`);
    const figures = (await BENCHMARKS[name]?.(scratch, { nodes: node, write })) ?? [];
    for (const figure of figures) console.log(describeFigure(figure));
    return figures;
  } catch (error) {
    if (!(error instanceof UnmeasurableError)) throw error;
    console.log(`skipped: ${error.message}`);
    return null;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Measures services in turns with another commit or with the yardstick. A signal stops all processes and removes
 * the files.
 * @returns the exit code
 */
async function alternate(asked: Asked<'against' | 'record'>): Promise<number> {
  if (process.platform !== 'linux') {
    console.error('Only Linux shows the processor time that this compares: run it there.');
    return 2;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop.abort(new Error(`The benchmark was stopped by ${signal}`));
    });
  }
  const scratch = newScratch();
  const scope = { names: asked.names, scratch };
  const deadline = performance.now() + asked.minutes * 60_000;
  const bounds = { pairs: asked.pairs, text: asked.text, deadline, signal: stop.signal };
  try {
    await (asked.kind === 'record'
      ? recordSpeed(scope, bounds)
      : benchAgainst(asked.commit, scope, bounds));
    logLoad();
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function newScratch(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'millrace-bench-'));
}

/** Other load blurs the figures. */
function logLoad(): void {
  const [minute = 0] = os.loadavg();
  console.log(`Load average of the last minute: ${minute.toFixed(1)}`);
}
