import type { Engine } from '../../runner/domain/engine.ts';
import { exactJson } from '../../runner/domain/exact-json.ts';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { RunSpec } from '../../runner/domain/run-spec.ts';
import { readGraph } from '../../runner/graph/read-graph.ts';
import { executeRun } from '../../runner/process/execute-run.ts';
import { ingestCsv, openBenchRuntime } from './bench-dataset.ts';

const WARM_UP = 10;

/** Measures a flow on one CSV in this process with a loaded engine, without HTTP and database, in milliseconds. */
export async function timeEngineAlone(
  at: { readonly scratch: string; readonly csv: string; readonly graph: object },
  engine: Engine,
  rounds: number,
): Promise<readonly number[]> {
  const runtime = openBenchRuntime(at.scratch);
  const input = await ingestCsv(runtime, at.csv);
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + rounds; round++) {
    const runId = `${engine}-${round}`;
    const spec: RunSpec = {
      runId,
      flowName: 'bench',
      engine,
      graph: readGraph(at.graph),
      parameters: {},
      inputs: [input],
    };
    await runtime.store.put(objectKeys.runSpec(runId), exactJson.stringify(spec));
    const started = performance.now();
    const result = await executeRun({ kind: 'run', runId, attempt: 1 }, runtime, () => undefined);
    if (round >= WARM_UP) times.push(performance.now() - started);
    if (result.status !== 'success') throw new Error(result.errorMessage ?? 'the run failed');
  }
  runtime.store.close();
  return times;
}
