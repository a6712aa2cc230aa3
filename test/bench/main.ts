// `npm run bench [name …]`: ratios to a baseline of the same run. Exits with 1 when a bound is
// missed, or when a benchmark that was named cannot run on this machine. node-speed takes
// `--node TYPE`, once for each node type, and `--write`, which writes docs/node-speed.md.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchCachedRuns } from './cached-runs.ts';
import { benchConnections } from './connections.ts';
import { benchHealth } from './health.ts';
import { benchKubernetes } from './kubernetes.ts';
import { benchLargeFiles } from './large-files.ts';
import { benchNodes } from './node-speed/node-speed.ts';
import { benchOperator } from './operator.ts';
import { benchRunLatency } from './run-latency.ts';
import { benchScaling } from './scaling.ts';
import { benchSmallRuns } from './small-runs.ts';
import { benchStartUp } from './start-up.ts';
import { describeFigure, holds, type Figure } from './statistics.ts';
import { benchThirtyNodes } from './thirty-nodes.ts';
import { UnmeasurableError } from './unmeasurable-error.ts';
import { benchUpload } from './upload.ts';
import { benchWideData } from './wide-data.ts';

type Benchmark = (scratch: string) => Promise<readonly Figure[]>;

const { positionals: requested, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
  },
});

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  'start-up': benchStartUp,
  'small-runs': benchSmallRuns,
  'run-latency': benchRunLatency,
  upload: benchUpload,
  health: benchHealth,
  'large-files': benchLargeFiles,
  'thirty-nodes': benchThirtyNodes,
  'wide-data': benchWideData,
  'cached-runs': benchCachedRuns,
  connections: benchConnections,
  'node-speed': (scratch) => benchNodes(scratch, { nodes: options.node, write: options.write }),
  scaling: benchScaling,
  operator: benchOperator,
  kubernetes: benchKubernetes,
};

const unknown = requested.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(
    `Unknown benchmark ${unknown.join(', ')}. Benchmarks: ${Object.keys(BENCHMARKS).join(', ')}`,
  );
  process.exit(2);
}

logLoad();
let missed = 0;
let skipped = 0;
for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-bench-'));
  try {
    console.log(`\n${name}`);
    const figures = await benchmark(scratch);
    for (const figure of figures) console.log(describeFigure(figure));
    missed += figures.filter((figure) => !holds(figure)).length;
  } catch (error) {
    if (!(error instanceof UnmeasurableError)) throw error;
    console.log(`skipped: ${error.message}`);
    skipped += 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
logLoad();
const scope = skipped === 0 ? 'Every bound' : 'Every bound that was measured';
console.log(missed === 0 ? `\n${scope} holds.` : `\n${missed} bounds missed.`);
process.exitCode = missed === 0 && (skipped === 0 || requested.length === 0) ? 0 : 1;

/** Other load blurs the figures. */
function logLoad(): void {
  const [minute = 0] = os.loadavg();
  console.log(`Load average of the last minute: ${minute.toFixed(1)}`);
}
