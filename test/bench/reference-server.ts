// A server for benchmarks only: the least that a service does for a run. It holds the engine in its own
// process, inserts a row, executes the flow, updates the row and answers. A crash loses its runs.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Pool } from 'pg';
import type { Engine } from '../../runner/domain/engine.ts';
import { exactJson } from '../../runner/domain/exact-json.ts';
import { executeFlow } from '../../runner/execution/execute-flow.ts';
import { readGraph } from '../../runner/graph/read-graph.ts';
import { withScratch } from '../../runner/process/runtime.ts';
import { ingestCsv, openBenchRuntime } from './bench-dataset.ts';
import type { ReferenceOptions } from './reference-client.ts';

const options = JSON.parse(process.argv[2] ?? '') as ReferenceOptions;
const runtime = openBenchRuntime(options.folder);
const input = await ingestCsv(runtime, options.csv);
const graph = readGraph(options.graph);
const database = new Pool({ connectionString: options.databaseUrl });
await database.query(`
  CREATE TABLE IF NOT EXISTS reference_runs (
    id text PRIMARY KEY, engine text NOT NULL, graph text NOT NULL, status text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(), finished_at timestamptz, result text)`);

async function run(engine: Engine): Promise<string> {
  const runId = randomUUID();
  await database.query({
    name: 'insert',
    text: `INSERT INTO reference_runs (id, engine, graph, status) VALUES ($1, $2, $3, 'running')`,
    values: [runId, engine, exactJson.stringify(graph)],
  });
  const adapter = await runtime.engine(engine);
  const spec = { runId, flowName: 'bench', engine, graph, parameters: {}, inputs: [input] };
  const result = await withScratch(runtime, (scratch) =>
    executeFlow(
      { spec, attempt: 1 },
      { ...runtime, engine: adapter, scratch, onProgress: () => undefined },
    ),
  );
  const answer = exactJson.stringify(result);
  await database.query({
    name: 'update',
    text: 'UPDATE reference_runs SET status = $2, finished_at = now(), result = $3 WHERE id = $1',
    values: [runId, result.status, answer],
  });
  return answer;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { engine } = JSON.parse(await text(request)) as { readonly engine: Engine };
  response.setHeader('content-type', 'application/json').end(await run(engine));
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
}).listen(options.port, '127.0.0.1', () => {
  process.send?.('listening');
});
