// `helm test`: uploads a file, saves a flow, runs it and checks the output.
//   node test-flow.mjs URL
const [url] = process.argv.slice(-1);
const token = process.env.SERVICE_API_TOKEN;
const authorization = token ? { authorization: `Bearer ${token}` } : {};
const deadline = Date.now() + 240_000;
const say = (line) => process.stdout.write(`${line}\n`);

async function call(method, path, { body, headers } = {}) {
  const response = await fetch(url + path, {
    method,
    body,
    headers: { ...authorization, ...headers },
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text;
}

async function post(path, content, headers) {
  const body = JSON.stringify(content);
  const answer = await call('POST', path, {
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return JSON.parse(answer);
}

/** A failure to clear up must not hide what went wrong before. */
async function remove(path) {
  try {
    await call('DELETE', path);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

const form = new FormData();
form.append('file', new Blob(['city,rain\nOslo,3\nRome,1\nBern,2\n']), 'helm-test.csv');
const dataset = JSON.parse(await call('POST', '/api/datasets/upload', { body: form }));
say(`uploaded dataset ${dataset.id}`);

const flow = await post('/api/flows', {
  name: `helm test ${dataset.id}`,
  graph_json: {
    nodes: [
      {
        id: 'in',
        type: 'fileInput',
        data: { config: { dataset_id: dataset.id, format: 'csv' } },
      },
      {
        id: 'wet',
        type: 'filterRows',
        data: { config: { column: 'rain', operator: '>', value: 1 } },
      },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ],
    edges: [
      { source: 'in', target: 'wet' },
      { source: 'wet', target: 'out' },
    ],
  },
});
say(`saved flow ${flow.id}`);

try {
  let run = await post(`/api/flows/${flow.id}/runs`, {}, { prefer: 'respond-async' });
  say(`started run ${run.id}`);
  while (run.status === 'pending' || run.status === 'running') {
    if (Date.now() > deadline)
      throw new Error(
        `the run is still ${run.status} after four minutes; run kubectl describe run ${run.id} for the reason`,
      );
    await new Promise((resolve) => setTimeout(resolve, 500));
    run = JSON.parse(await call('GET', `/api/runs/${run.id}`));
  }
  if (run.status !== 'success')
    throw new Error(`the run ended ${run.status}: ${run.error_message}`);
  const output = await call('GET', `/api/runs/${run.id}/output?node_id=out`);
  if (output.trim() !== 'city,rain\nOslo,3\nBern,2') throw new Error(`wrong output: ${output}`);
  say('the output is right');
} finally {
  await remove(`/api/flows/${flow.id}`);
  await remove(`/api/datasets/${dataset.id}`);
}
