// Measures a flow of one node in a process of its own, as a runner executes it: argv = folder of the objects,
// node type, engine, rows of the table, rounds. Prints a NodeCost as JSON.
import { randomUUID } from 'node:crypto';
import type { Engine } from '../../../runner/domain/engine.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import type { NodeResult, RunResult } from '../../../runner/domain/run-result.ts';
import type { InputBinding, RunSpec } from '../../../runner/domain/run-spec.ts';
import { nodes } from '../../../runner/nodes/index.ts';
import { executeRun } from '../../../runner/process/execute-run.ts';
import { openBenchRuntime } from '../bench-dataset.ts';
import { isMeasured, NODE_CONFIGS } from './configs.ts';
import { flowOfNode, flowWithoutNode, tableInputs, type TableInput } from './flow-of-node.ts';
import type { NodeCost, WorkTime } from './measure.ts';
import { KEYS_ROWS, KEYS_TABLE, ROWS_TABLE } from './tables.ts';

type Work = Pick<RunSpec, 'graph' | 'inputs'>;

const [folder = '', nodeId = '', engine = '', rows = '', rounds = ''] = process.argv.slice(2);
const node = nodes.find(({ id }) => id === nodeId);
const config = NODE_CONFIGS[nodeId];
if (node === undefined || !isMeasured(config)) {
  throw new Error(`There is no node ${nodeId} to measure.`);
}
const runtime = openBenchRuntime(folder);
const inputs = tableInputs(node).map(bindingOf);
const run = await measure({ graph: flowOfNode(node, config), inputs });
// Before the other flow reads the result.
const peakMb = process.resourceUsage().maxRSS / 1024;
const output = outputOf(run.last);
const graph = flowWithoutNode();
const fixed = await measure({ graph, inputs: [resultBinding(run.last, output)] });
runtime.store.close();
const cost: NodeCost = {
  run: run.time,
  fixed: fixed.time,
  peakMb,
  rows: output.rows ?? 0,
  columns: output.columns,
};
console.log(JSON.stringify(cost));

interface Execution {
  readonly time: WorkTime;
  readonly last: RunResult;
}

/** Runs a flow in rounds. @returns the shortest times after the first round, and the last result */
async function measure(work: Work): Promise<Execution> {
  // The first run compiles code.
  let { last } = await execute(work);
  const times: WorkTime[] = [];
  for (let round = 0; round < Number(rounds); round++) {
    const execution = await execute(work);
    times.push(execution.time);
    ({ last } = execution);
  }
  const time: WorkTime = {
    seconds: Math.min(...times.map(({ seconds }) => seconds)),
    processorSeconds: Math.min(...times.map(({ processorSeconds }) => processorSeconds)),
  };
  return { time, last };
}

async function execute(work: Work): Promise<Execution> {
  const runId = randomUUID();
  const spec: RunSpec = {
    ...work,
    runId,
    flowName: 'bench',
    engine: engine as Engine,
    parameters: {},
  };
  await runtime.store.put(objectKeys.runSpec(runId), exactJson.stringify(spec));
  const started = performance.now();
  const processorStarted = process.cpuUsage();
  const last = await executeRun({ kind: 'run', runId, attempt: 1 }, runtime, () => undefined);
  const seconds = (performance.now() - started) / 1e3;
  const { user, system } = process.cpuUsage(processorStarted);
  if (last.status !== 'success') throw new Error(`${nodeId}: ${last.errorMessage ?? ''}`);
  return { time: { seconds, processorSeconds: (user + system) / 1e6 }, last };
}

function outputOf({ nodeResults }: RunResult): NodeResult {
  const found = nodeResults?.find(({ node_id: id }) => id === 'out');
  if (found === undefined) throw new Error(`${nodeId} wrote no result.`);
  return found;
}

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

/** The result of the node as the input of the flow without it. */
function resultBinding({ outputs }: RunResult, written: NodeResult): InputBinding {
  return {
    nodeId: 'in',
    datasetId: 'result',
    datasetName: 'result',
    versionNumber: 1,
    dataKey: outputs[0]?.key ?? '',
    columns: written.columns.map((name, index) => ({
      name,
      type: written.column_types?.[index] ?? 'string',
    })),
    rowCount: written.rows ?? 0,
  };
}
