import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ENGINES, type Engine } from '../../../runner/domain/engine.ts';
import { UserError } from '../../../runner/domain/errors.ts';
import type { AnyNode } from '../../../runner/nodes/definition.ts';
import { nodes } from '../../../runner/nodes/index.ts';
import { pythonEnvironment } from '../../support/python-environment.ts';
import { openBenchRuntime } from '../bench-dataset.ts';
import type { Figure } from '../statistics.ts';
import { UnmeasurableError } from '../unmeasurable-error.ts';
import { isMeasured, NODE_CONFIGS } from './configs.ts';
import { storeTables, timeNode, timeScript, type Tables } from './measure.ts';

const FEW_ROWS = 100_000;
const MANY_ROWS = 1_000_000;
const ROUNDS = 3;
/** Ratios of shorter times say little: the bound is this share of the baseline or of this time. */
const LEAST_SECONDS = 0.005;
const BOUNDS: Readonly<Record<Engine, number>> = { polars: 1.2, pandas: 1.5 };
/** Ten times the rows of an algorithm in n log n. */
const MAX_GROWTH = (10 * Math.log(MANY_ROWS)) / Math.log(FEW_ROWS);

/** The times of a node on an engine, in seconds. */
export interface NodeSpeed {
  readonly node: string;
  readonly engine: Engine;
  readonly rows: number;
  readonly ours: number;
  /** The exported script, in real pandas or lazy polars. */
  readonly script: number;
}

/**
 * Measures a flow of one node against its exported script in real pandas or lazy polars: both read a Parquet
 * file and write one, in a process that has loaded its library.
 * @param names node types; empty: all that are measured
 */
export async function measureNodes(
  scratch: string,
  names: readonly string[] = [],
): Promise<readonly NodeSpeed[]> {
  const environment = await pythonEnvironment();
  if (environment.kind === 'missing') throw new UnmeasurableError(environment.reason);
  const runtime = openBenchRuntime(scratch);
  const speeds: NodeSpeed[] = [];
  for (const rows of [FEW_ROWS, MANY_ROWS]) {
    const folder = path.join(scratch, String(rows));
    mkdirSync(folder);
    const tables = await storeTables(runtime, folder, rows);
    for (const node of nodes) {
      if (names.length > 0 && !names.includes(node.id)) continue;
      speeds.push(...(await speedsOf(node, tables, environment.python)));
    }
  }
  runtime.store.close();
  return speeds;
}

async function speedsOf(
  node: AnyNode,
  tables: Tables,
  python: string,
): Promise<readonly NodeSpeed[]> {
  const config = NODE_CONFIGS[node.id];
  if (config === undefined || !isMeasured(config)) return [];
  const speeds: NodeSpeed[] = [];
  for (const engine of ENGINES) {
    const how = { tables, engine, rounds: ROUNDS, python };
    try {
      const ours = await timeNode(node, config, how);
      const script = timeScript(node, config, how);
      speeds.push({ node: node.id, engine, rows: tables.rows, ours, script });
      console.error(`${node.id} of ${tables.rows} rows on ${engine}: ${ms(ours)} / ${ms(script)}`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new Error(`The config of ${node.id} does not fit: ${error.message}`, { cause: error });
    }
  }
  return speeds;
}

/** The figures of the benchmark: time over the script, and growth from few to many rows. */
export async function benchNodes(scratch: string): Promise<readonly Figure[]> {
  return figuresOf(await measureNodes(scratch));
}

/** The ratios of speeds, with their bounds. */
export function figuresOf(speeds: readonly NodeSpeed[]): readonly Figure[] {
  return speeds.flatMap((speed) => {
    const { node, engine, rows, ours, script } = speed;
    const ratio: Figure = {
      name: `${node} of ${rows} rows on ${engine} over Python (${ms(ours)} / ${ms(script)})`,
      value: ours / Math.max(script, LEAST_SECONDS),
      unit: '×',
      bound: { kind: 'at most', value: BOUNDS[engine] },
    };
    const few = speeds.find(
      (other) => other.node === node && other.engine === engine && other.rows === FEW_ROWS,
    );
    if (rows !== MANY_ROWS || few === undefined) return [ratio];
    const growth: Figure = {
      name: `${node} on ${engine}: time of ${MANY_ROWS} rows over ${FEW_ROWS} rows`,
      value: ours / Math.max(few.ours, LEAST_SECONDS),
      unit: '×',
      bound: { kind: 'at most', value: MAX_GROWTH },
    };
    return [ratio, growth];
  });
}

/** Milliseconds as text. */
export function ms(seconds: number): string {
  return `${(seconds * 1000).toFixed(0)} ms`;
}
