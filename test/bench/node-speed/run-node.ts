// Measures a flow of one node in a process of its own, as a runner executes it: argv = folder of the objects,
// node type, engine, rows of the table, rounds. Prints a NodeCost as JSON.
import { randomUUID } from 'node:crypto';
import type { Engine } from '../../../runner/domain/engine.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import type { RunResult } from '../../../runner/domain/run-result.ts';
import type { InputBinding, RunSpec } from '../../../runner/domain/run-spec.ts';
import { nodes } from '../../../runner/nodes/index.ts';
import { executeRun } from '../../../runner/process/execute-run.ts';
import { openBenchRuntime } from '../bench-dataset.ts';
import { isMeasured, NODE_CONFIGS } from './configs.ts';
import { flowOfNode, tableInputs, type TableInput } from './flow-of-node.ts';
import type { NodeCost } from './measure.ts';
import { KEYS_ROWS, KEYS_TABLE, ROWS_TABLE } from './tables.ts';

const [folder = '', nodeId = '', engine = '', rows = '', rounds = ''] = process.argv.slice(2);
const node = nodes.find(({ id }) => id === nodeId);
const config = NODE_CONFIGS[nodeId];
if (node === undefined || !isMeasured(config)) {
  throw new Error(`There is no node ${nodeId} to measure.`);
}
const runtime = openBenchRuntime(folder);
const seconds: number[] = [];
const processorSeconds: number[] = [];
let last: RunResult | null = null;
for (let round = 0; round <= Number(rounds); round++) {
  const runId = randomUUID();
  const spec: RunSpec = {
    runId,
    flowName: 'bench',
    engine: engine as Engine,
    graph: flowOfNode(node, config),
    parameters: {},
    inputs: tableInputs(node).map(bindingOf),
  };
  await runtime.store.put(objectKeys.runSpec(runId), exactJson.stringify(spec));
  const started = performance.now();
  const processorStarted = process.cpuUsage();
  last = await executeRun({ kind: 'run', runId, attempt: 1 }, runtime, () => undefined);
  const { user, system } = process.cpuUsage(processorStarted);
  if (last.status !== 'success') throw new Error(`${nodeId}: ${last.errorMessage ?? ''}`);
  // The first run compiles code.
  if (round === 0) continue;
  seconds.push((performance.now() - started) / 1e3);
  processorSeconds.push((user + system) / 1e6);
}
runtime.store.close();
const output = last?.nodeResults?.find(({ node_id: id }) => id === 'out');
const cost: NodeCost = {
  seconds: Math.min(...seconds),
  processorSeconds: Math.min(...processorSeconds),
  peakMb: process.resourceUsage().maxRSS / 1024,
  rows: output?.rows ?? 0,
  columns: output?.columns ?? [],
};
console.log(JSON.stringify(cost));

function bindingOf({ nodeId: input, table }: TableInput): InputBinding {
  return {
    nodeId: input,
    datasetId: table,
    datasetName: table,
    versionNumber: 1,
    dataKey: objectKeys.datasetData(table, rows),
    columns: table === 'rows' ? ROWS_TABLE : KEYS_TABLE,
    rowCount: table === 'rows' ? Number(rows) : KEYS_ROWS,
  };
}
