import { execFileSync } from 'node:child_process';
import { createReadStream, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from '../../../runner/domain/engine.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import type { InputBinding, RunSpec } from '../../../runner/domain/run-spec.ts';
import { exportFlow } from '../../../runner/export/export-flow.ts';
import type { AnyNode } from '../../../runner/nodes/definition.ts';
import { executeRun } from '../../../runner/process/execute-run.ts';
import type { Runtime } from '../../../runner/process/runtime.ts';
import { flowOfNode, tableInputs, type TableInput } from './flow-of-node.ts';
import { KEYS_ROWS, KEYS_TABLE, ROWS_TABLE, writeKeys, writeRows } from './tables.ts';

const SCRIPT = path.join(import.meta.dirname, '..', 'baselines', 'node_script.py');

/** The stored tables that the flows read. */
export interface Tables {
  readonly rows: number;
  readonly runtime: Runtime;
  /** A folder with the tables as files, where the scripts run. */
  readonly folder: string;
}

/** Writes the tables and stores them as dataset versions. */
export async function storeTables(runtime: Runtime, folder: string, rows: number): Promise<Tables> {
  const store = async (table: TableInput['table'], file: string): Promise<void> => {
    await runtime.store.put(objectKeys.datasetData(table, String(rows)), createReadStream(file));
  };
  await store('rows', writeRows(folder, rows));
  await store('keys', writeKeys(folder));
  return { rows, runtime, folder };
}

/** The shortest time of a flow of one node in this process, in seconds. */
export async function timeNode(
  node: AnyNode,
  config: JsonObject,
  {
    tables,
    engine,
    rounds,
  }: { readonly tables: Tables; readonly engine: Engine; readonly rounds: number },
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const runId = `${node.id}-${engine}-${tables.rows}-${round}`;
    const spec: RunSpec = {
      runId,
      flowName: 'bench',
      engine,
      graph: flowOfNode(node, config),
      parameters: {},
      inputs: tableInputs(node).map((input) => bindingOf(input, tables.rows)),
    };
    await tables.runtime.store.put(objectKeys.runSpec(runId), exactJson.stringify(spec));
    const started = performance.now();
    const job = { kind: 'run', runId, attempt: 1 } as const;
    const result = await executeRun(job, tables.runtime, () => undefined);
    // The first run compiles code.
    if (round > 0) times.push((performance.now() - started) / 1000);
    if (result.status !== 'success') throw new Error(`${node.id}: ${result.errorMessage ?? ''}`);
  }
  return Math.min(...times);
}

/** The shortest time of the exported script in one Python process, in seconds, without imports. */
export function timeScript(
  node: AnyNode,
  config: JsonObject,
  {
    tables,
    engine,
    rounds,
    python,
  }: {
    readonly tables: Tables;
    readonly engine: Engine;
    readonly rounds: number;
    readonly python: string;
  },
): number {
  const script = exportFlow({
    flowName: node.id,
    graph: flowOfNode(node, config),
    inputs: tableInputs(node).map(({ nodeId, table }) => ({
      nodeId,
      datasetName: table === 'rows' ? `rows-${tables.rows}.parquet` : 'keys.parquet',
      format: 'parquet',
      parseOptions: null,
      columns: table === 'rows' ? ROWS_TABLE : KEYS_TABLE,
    })),
  });
  const file = path.join(tables.folder, `${node.id}-${engine}.py`);
  writeFileSync(file, engine === 'pandas' ? script.code : script.polars_lazy);
  const printed = execFileSync(python, [SCRIPT, file, String(rounds)], {
    cwd: tables.folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return Number(printed);
}

function bindingOf({ nodeId, table }: TableInput, rows: number): InputBinding {
  return {
    nodeId,
    datasetId: table,
    datasetName: table,
    versionNumber: 1,
    dataKey: objectKeys.datasetData(table, String(rows)),
    columns: table === 'rows' ? ROWS_TABLE : KEYS_TABLE,
    rowCount: table === 'rows' ? rows : KEYS_ROWS,
  };
}
