// `node test/bench/danfo-operations.ts`: results of danfojs on nasty tables, and its time as tables grow.
// Install the library first: `npx millrace setup danfo`. docs/adr/0004-pandas-engine.md contains the output.
import { loadDanfo } from '../../runner/extras/danfo.ts';
import type { DataFrame, Library } from './danfo-library.ts';
import { PROBES, type Probe } from './danfo-probes.ts';

/** Four times the rows should take four times as long. */
const ROWS = 10_000;
const MORE_ROWS = 40_000;

const before = process.memoryUsage.rss();
const start = performance.now();
const danfo = loadDanfo() as Library;
const loaded = Math.round(performance.now() - start);
const loadedMb = Math.round((process.memoryUsage.rss() - before) / 2 ** 20);
console.log(`import: ${loaded} ms, ${loadedMb} MB`);
console.log(`| operation | on nasty tables | ${ROWS} rows, ${MORE_ROWS} rows |`);
console.log('| --- | --- | --- |');
for (const probe of PROBES) {
  const findings = probe.nasty.map(([name, run, right]) => `${name}: ${verdict(run, right)}`);
  console.log(`| ${probe.operation} | ${findings.join('; ')} | ${cost(probe)} |`);
}
console.log(`peak: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);

function verdict(run: (danfo: Library) => unknown, right: unknown): string {
  try {
    const got = JSON.stringify(run(danfo));
    return got === JSON.stringify(right) ? 'right' : `wrong, ${got}`;
  } catch (error) {
    return `throws "${error instanceof Error ? error.message.split('\n')[0] : String(error)}"`;
  }
}

function cost({ large }: Probe): string {
  if (large === undefined) return 'not measured';
  try {
    const few = timed(large, tableOf(ROWS));
    const many = timed(large, tableOf(MORE_ROWS));
    return `${few} ms, ${many} ms`;
  } catch (error) {
    return `throws "${error instanceof Error ? error.message : String(error)}"`;
  }
}

function timed(run: NonNullable<Probe['large']>, frame: DataFrame): number {
  const begun = performance.now();
  run(frame, danfo);
  return Math.round(performance.now() - begun);
}

/** A thousand keys, and unordered numbers. */
function tableOf(rows: number): DataFrame {
  const keys = Array.from({ length: rows }, (_, row) => `k${(row * 7919) % 1000}`);
  const values = Array.from({ length: rows }, (_, row) => ((row * 7919) % rows) / rows);
  return new danfo.DataFrame({ k: keys, v: values });
}
