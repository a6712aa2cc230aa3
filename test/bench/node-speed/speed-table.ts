import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NODEJS_POLARS_VERSION } from '../../../runner/engines/polars/pinned/index.ts';
import { libraryRatio, type LibrarySpeed } from './library-speed.ts';
import {
  ALLOWED_SECONDS,
  boundedRatio,
  boundsOf,
  memoryRatio,
  NODE_BOUNDS,
  nodeSeconds,
  SPEED_BOUNDS,
  timeRatio,
  type NodeSpeed,
} from './speed-figures.ts';

const FILE = path.resolve(import.meta.dirname, '../../../docs/node-speed.md');

const VERSIONS = `
import platform, pandas, polars, pyarrow
print(f"Python {platform.python_version()} with pandas {pandas.__version__}, polars {polars.__version__}, pyarrow {pyarrow.__version__}")
`;

/** Writes the figures to docs/node-speed.md, with the versions and the machine. */
export function writeSpeedTable(
  speeds: readonly NodeSpeed[],
  libraries: readonly LibrarySpeed[],
  python: string,
): void {
  const versions = execFileSync(python, ['-c', VERSIONS], { encoding: 'utf8' }).trim();
  writeFileSync(FILE, speedTable(speeds, libraries, versions));
}

/** The page with the figures. A ratio beyond its bound is bold. */
export function speedTable(
  speeds: readonly NodeSpeed[],
  libraries: readonly LibrarySpeed[],
  versions: string,
): string {
  const order = ({ node, engine, rows }: NodeSpeed): string => `${node} ${engine} ${rows}`;
  const sorted = speeds.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  const missed = sorted.filter(missesBound).length;
  return `# Speed of nodes

\`npm run bench node-speed -- --write\` writes this page. It measures a flow of one node against the same work by hand in real pandas or lazy polars. Both read a Parquet file and write one with snappy compression, in a process of its own that has loaded its library.

Times are processor times of all threads, the shortest of some rounds after the first. "Run" is the whole flow or script. "Node" is that without the fixed cost, which is the time of the same flow or script without the node: it reads the result of the node and writes it again. The ratio compares the runs, since the difference of two times says little where the node takes less than a tenth of the run. A node that takes no longer than the fixed cost has 0 ms. A run also counts the rows of each node and shows a sample of them, which the script does not. The memory is the peak of the process of the run.

- ${new Date().toISOString().slice(0, 10)}, ${os.availableParallelism()} cores, ${(os.totalmem() / 2 ** 30).toFixed(0)} GB of memory
- Node ${process.versions.node} with nodejs-polars ${NODEJS_POLARS_VERSION}
- ${versions}
- Bounds: polars ${SPEED_BOUNDS.polars.time} × and pandas ${SPEED_BOUNDS.pandas.time} × the time of the baseline or of 5 ms, and ${ALLOWED_SECONDS * 1000} ms more; ${SPEED_BOUNDS.polars.memory} × its memory. ${missed} of ${sorted.length} rows miss one; their ratio is bold.
${NODE_BOUNDS.map(({ node, engine, time, reason }) => `- ${node} on ${engine} has the bound ${time} ×: ${reason}\n`).join('')}
${libraryLine(libraries)}

| Node | Engine | Rows | Run ms | Node ms | Baseline run ms | Baseline node ms | Ratio | MB | Baseline MB | Ratio |
| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |
${sorted.map(lineOf).join('\n')}
`;
}

/** What the versions of the library alone make of a ratio. */
function libraryLine(libraries: readonly LibrarySpeed[]): string {
  const factors = libraries.map(
    (speed) => `${libraryRatio(speed).toFixed(2)} × (${speed.rows.toLocaleString('en')} rows)`,
  );
  return `By hand and without a node, nodejs-polars takes ${factors.join(' and ')} the time of polars for Python to read the table and write it: so much of a ratio on polars is due to the library, not to the flow.`;
}

function lineOf(speed: NodeSpeed): string {
  const { node, engine, rows, ours, baseline } = speed;
  const bounds = boundsOf(speed);
  const cells = [
    node,
    engine,
    rows.toLocaleString('en'),
    ...[ours, baseline].flatMap((cost) => [
      milliseconds(cost.run.processorSeconds),
      milliseconds(nodeSeconds(cost)),
    ]),
    marked(timeRatio(speed), boundedRatio(speed) > bounds.time),
    ours.peakMb.toFixed(0),
    baseline.peakMb.toFixed(0),
    marked(memoryRatio(speed), memoryRatio(speed) > bounds.memory),
  ];
  return `| ${cells.join(' | ')} |`;
}

function milliseconds(seconds: number): string {
  return (seconds * 1000).toFixed(0);
}

function missesBound(speed: NodeSpeed): boolean {
  const { time, memory } = boundsOf(speed);
  return boundedRatio(speed) > time || memoryRatio(speed) > memory;
}

function marked(ratio: number, isMissed: boolean): string {
  return isMissed ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2);
}
