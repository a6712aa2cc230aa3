import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { RUNNER_ENV, RUNNER_FLAGS } from '../../../api/runner-command.ts';
import type { Engine } from '../../../runner/domain/engine.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import type { Runtime } from '../../../runner/process/runtime.ts';
import type { TableInput } from './flow-of-node.ts';
import { writeKeys, writeRows } from './tables.ts';

const RUN = path.join(import.meta.dirname, 'run-node.ts');
const BASELINE = path.join(import.meta.dirname, '..', 'baselines', 'node_speed.py');

/** The shortest times of a work after the first round. */
export interface WorkTime {
  readonly seconds: number;
  /** The processor time of all threads, which other load affects less. */
  readonly processorSeconds: number;
}

/** What a process needed for the work of a node, and the table that it wrote. */
export interface NodeCost {
  /** Reading the table, the node, writing its result. */
  readonly run: WorkTime;
  /** The same without the node: reading its result and writing it again. */
  readonly fixed: WorkTime;
  /** The peak of resident memory of the process, with the program and its libraries. */
  readonly peakMb: number;
  readonly rows: number;
  readonly columns: readonly string[];
}

/** The stored tables that the flows read. */
export interface Tables {
  readonly rows: number;
  /** The folder of the object store. */
  readonly store: string;
  readonly files: Readonly<Record<TableInput['table'], string>>;
}

/** A measurement: a node on an engine, with rounds after the first. */
export interface Measurement {
  readonly node: string;
  readonly engine: Engine;
  readonly tables: Tables;
  readonly rounds: number;
}

/** Writes the tables and stores them as dataset versions. @param scratch the folder of the object store */
export async function storeTables(
  { store }: Runtime,
  {
    scratch,
    folder,
    rows,
  }: { readonly scratch: string; readonly folder: string; readonly rows: number },
): Promise<Tables> {
  const files = { rows: writeRows(folder, rows), keys: writeKeys(folder) };
  for (const table of ['rows', 'keys'] as const) {
    await store.put(objectKeys.datasetData(table, String(rows)), createReadStream(files[table]));
  }
  return { rows, store: scratch, files };
}

/** Runs the flow of a node in a process with the settings of a runner. */
export function costOfNode({ node, engine, tables, rounds }: Measurement): NodeCost {
  const args = [RUN, tables.store, node, engine, String(tables.rows), String(rounds)];
  return costOf(process.execPath, [...RUNNER_FLAGS, ...args], { ...process.env, ...RUNNER_ENV });
}

/** Runs the same work by hand in pandas or lazy polars. */
export function costOfBaseline(
  { node, engine, tables: { files }, rounds }: Measurement,
  python: string,
): NodeCost {
  return costOf(
    python,
    [BASELINE, engine, node, files.rows, files.keys, String(rounds)],
    process.env,
    path.dirname(files.rows),
  );
}

function costOf(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd?: string,
): NodeCost {
  const printed = execFileSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(printed) as NodeCost;
}
