import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ENGINES, type Engine } from '../../../runner/domain/engine.ts';
import { nodes } from '../../../runner/nodes/index.ts';
import { pythonEnvironment } from '../../support/python-environment.ts';
import { openBenchRuntime } from '../bench-dataset.ts';
import { describeFigure, type Figure } from '../statistics.ts';
import { UnmeasurableError } from '../unmeasurable-error.ts';
import { isMeasured, NODE_CONFIGS } from './configs.ts';
import { libraryFigure, librarySpeed, type LibrarySpeed } from './library-speed.ts';
import { costOfBaseline, costOfNode, storeTables, type NodeCost, type Tables } from './measure.ts';
import { FEW_ROWS, figuresOf, MANY_ROWS, type NodeSpeed } from './speed-figures.ts';
import { writeSpeedTable } from './speed-table.ts';

/** Rounds of few rows are short and vary more. A run of all nodes stays below 15 minutes on 2 cores. */
const ROUNDS: Readonly<Record<number, number>> = { [FEW_ROWS]: 6, [MANY_ROWS]: 3 };

/** What is measured. */
export interface SpeedOptions {
  /** Node types; empty: all that can be measured. */
  readonly nodes: readonly string[];
  /** Whether to write docs/node-speed.md. */
  readonly write: boolean;
}

/**
 * Measures flows of one node against the same work by hand in real pandas or lazy polars: time, memory, and
 * growth from few to many rows. Each side reads a Parquet file and writes one, in a process of its own that
 * has loaded its library.
 */
export async function benchNodes(
  scratch: string,
  options: SpeedOptions,
): Promise<readonly Figure[]> {
  const environment = await pythonEnvironment();
  if (environment.kind === 'missing') throw new UnmeasurableError(environment.reason);
  const { python } = environment;
  const { speeds, libraries } = await measureNodes(scratch, options.nodes, python);
  if (options.write) writeSpeedTable(speeds, libraries, python);
  return [...libraries.map(libraryFigure), ...speeds.flatMap((speed) => figuresOf(speed, speeds))];
}

/** The speed of nodes, and what reading and writing by hand costs for each number of rows. */
interface Measured {
  readonly speeds: readonly NodeSpeed[];
  readonly libraries: readonly LibrarySpeed[];
}

async function measureNodes(
  scratch: string,
  only: readonly string[],
  python: string,
): Promise<Measured> {
  const runtime = openBenchRuntime(scratch);
  const measured = nodes.map(({ id }) => id).filter((id) => isMeasured(NODE_CONFIGS[id]));
  const unknown = only.filter((id) => !measured.includes(id));
  if (unknown.length > 0) {
    throw new UnmeasurableError(`There is no node ${unknown.join(', ')} to measure.`);
  }
  const chosen = only.length === 0 ? measured : only;
  const speeds: NodeSpeed[] = [];
  const libraries: LibrarySpeed[] = [];
  for (const rows of [FEW_ROWS, MANY_ROWS]) {
    const folder = path.join(scratch, String(rows));
    mkdirSync(folder);
    const tables = await storeTables(runtime, { scratch, folder, rows });
    libraries.push(librarySpeed(tables, roundsOf(tables), python));
    for (const node of chosen) speeds.push(...speedsOf(node, tables, python));
  }
  runtime.store.close();
  return { speeds, libraries };
}

function roundsOf({ rows }: Tables): number {
  return ROUNDS[rows] ?? 3;
}

/** Measures a node on both engines, one after the other. */
function speedsOf(node: string, tables: Tables, python: string): readonly NodeSpeed[] {
  return ENGINES.map((engine) => {
    const measurement = { node, engine, tables, rounds: roundsOf(tables) };
    const ours = costOfNode(measurement);
    const baseline = costOfBaseline(measurement, python);
    checkSameWork(node, engine, [ours, baseline]);
    const speed = { node, engine, rows: tables.rows, ours, baseline };
    for (const figure of figuresOf(speed, [])) console.error(describeFigure(figure));
    return speed;
  });
}

/** A baseline with another result would be no baseline. @throws Error when the shape of the results differs */
function checkSameWork(node: string, engine: Engine, costs: readonly NodeCost[]): void {
  const [ours, baseline] = costs.map(
    ({ rows, columns }) => `${rows} rows of ${columns.join(', ')}`,
  );
  if (ours !== baseline) {
    throw new Error(`The baseline of ${node} on ${engine} writes ${baseline}, not ${ours}.`);
  }
}
