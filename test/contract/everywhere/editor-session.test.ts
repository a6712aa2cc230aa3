import { request } from 'node:http';
import { EDITOR_ORIGIN, useContractApp } from '../../support/contract-app.ts';
import { endOf } from '../../support/contract-runs.ts';

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const app = useContractApp();

/** A request as a browser sends it for the editor's page, with a chunked body. */
function send(
  method: string,
  path: string,
  body?: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const json = body === undefined ? {} : { 'CONTENT-TYPE': 'application/json; charset=UTF-8' };
    const sent = request(
      {
        hostname,
        port,
        method,
        path,
        headers: {
          ORIGIN: EDITOR_ORIGIN,
          accept: 'application/json, text/plain, */*',
          Cookie: 'theme=dark',
          ...json,
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (text += piece));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      },
    );
    sent.on('error', reject);
    const half = Math.floor((body?.length ?? 0) / 2);
    if (body !== undefined) sent.write(body.slice(0, half));
    sent.end(body?.slice(half));
  });
}

async function ok<T>(status: number, sent: Promise<Reply>): Promise<T> {
  const reply = await sent;
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status });
  expect(reply.headers['access-control-allow-origin']).toBe(EDITOR_ORIGIN);
  return JSON.parse(reply.text) as T;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly updated_at: string;
}

interface Drawn extends Named {
  readonly graph_json: object;
}

/** A graph with fields that only the editor knows. */
function drawing(dataset: string, n: number | string): object {
  const node = (id: string, type: string, x: number, config: object): object => ({
    id,
    type,
    position: { x, y: -0.5 },
    width: 180,
    selected: false,
    dragging: false,
    data: { label: id, config, error: null, color: '#f00' },
  });
  const edge = (source: string, target: string): object => ({
    id: `${source}-${target}`,
    source,
    target,
    sourceHandle: 'out',
    targetHandle: 'in',
    animated: true,
    style: { stroke: '#999' },
  });
  return {
    nodes: [
      node('in', 'fileInput', 0, { dataset_id: dataset, dataset_version: null, format: 'csv' }),
      node('top', 'limitRows', 200, { n, offset: 0, note: 'kept' }),
      node('out', 'fileOutput', 400, { format: 'csv' }),
    ],
    edges: [edge('in', 'top'), edge('top', 'out')],
    parameters: [{ name: 'n', type: 'integer', default: 2, description: 'rows' }],
    viewport: { x: 10, y: 20, zoom: 1.25 },
  };
}

it('serves a session of a visual editor, from the first page to the downloaded file', async () => {
  // The browser sends preflights first.
  const preflight = await send('OPTIONS', '/api/flows', undefined, {
    'Access-Control-Request-Method': 'PUT',
    'access-control-request-headers': 'content-type,x-service-token',
  });
  expect([preflight.status, preflight.text]).toEqual([200, 'OK']);

  // The page loads projects, the palette and lists; a query parameter defeats caches.
  const projects = await ok<Named[]>(200, send('GET', '/api/projects?_=1732200000'));
  const palette = await ok<Named[]>(200, send('GET', '/api/catalog/nodes?'));
  expect(palette.map(({ id }) => id)).toContain('limitRows');
  expect(await ok<Named[]>(200, send('GET', '/api/flows?limit=9&page=1'))).toEqual([]);
  const project = projects[0]?.id ?? '';

  // The user uploads a file with an accent in its name; other form fields precede it.
  const part = (disposition: string, content: string): string =>
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const form =
    part('name="note"', 'dropped') +
    part('name="file"; filename="größen.csv"', 'id,wert\n1,a\n2,b\n3,c\n') +
    '--b--\r\n';
  const dataset = await ok<Named>(
    201,
    send('POST', `/api/datasets/upload?project_id=${project}`, Buffer.from(form), {
      'CONTENT-TYPE': 'multipart/form-data; boundary=b',
    }),
  );
  expect(dataset.name).toBe('größen.csv');

  // The page creates a flow and saves it at each change, with fields that only the editor knows.
  const created = await ok<Drawn>(
    201,
    send('POST', '/api/flows', JSON.stringify({ name: 'Untitled', dirty: true, project_id: null })),
  );
  const flow = `/api/flows/${created.id}`;
  for (const n of [1, 3, '{{ n }}']) {
    const graph_json = drawing(dataset.id, n);
    const body = JSON.stringify({ ...created, name: 'Größen', graph_json });
    const saved = await ok<Drawn>(200, send('PUT', flow, body));
    expect(saved.graph_json).toEqual(graph_json);
  }
  expect(await ok<Drawn>(200, send('GET', flow))).toMatchObject({
    name: 'Größen',
    graph_json: drawing(dataset.id, '{{ n }}'),
  });

  // The user previews each node.
  for (const [node_id, row_count] of [
    ['in', 3],
    ['top', 2],
    ['out', 2],
  ]) {
    const body = JSON.stringify({ node_id, limit: 1, profile: true, debounce: 300 });
    expect(await ok(200, send('POST', `${flow}/preview`, body))).toMatchObject({
      columns: ['id', 'wert'],
      rows: [{ id: 1, wert: 'a' }],
      row_count,
      truncated: true,
      profile: [{ name: 'id' }, { name: 'wert' }],
    });
  }

  // A request without a body starts a run, which the page polls and streams.
  const { id } = await ok<Named>(
    202,
    send('POST', `${flow}/runs`, undefined, { prefer: 'respond-async', 'content-length': '0' }),
  );
  await endOf(app, id);
  const ended = await ok<object>(200, send('GET', `/api/runs/${id}`));
  expect(ended).toMatchObject({ status: 'success', parameters: { n: 2 } });
  const stream = await send('GET', `/api/runs/${id}/logs/stream`, undefined, {
    accept: 'text/event-stream',
    'cache-control': 'no-cache',
  });
  expect(stream.headers['access-control-allow-origin']).toBe(EDITOR_ORIGIN);
  expect(stream.text).toContain(`event: done\ndata: {"status":"success","run_id":"${id}"}\n\n`);

  // The page downloads the result, whole and by range.
  const file = `/api/runs/${id}/output?node_id=out&t=1`;
  expect((await send('GET', file)).text).toBe('id,wert\n1,a\n2,b\n');
  const listed = await ok<{ flow_name: string }[]>(
    200,
    send('GET', `/api/runs?flow_id=${created.id}`),
  );
  expect(listed).toMatchObject([{ flow_name: 'Größen' }]);

  // The flow is duplicated, and deleted by a request with a JSON content type and no body.
  const copy = await ok<Named>(201, send('POST', `${flow}/duplicate?name=`));
  expect(copy.name).toBe('Größen (1)');
  const deleted = await send('DELETE', `/api/flows/${copy.id}`, undefined, {
    'content-type': 'application/json',
  });
  expect([deleted.status, deleted.text]).toEqual([204, '']);

  // Client errors are JSON, which the page can read.
  for (const [method, path, status] of [
    ['GET', `${flow}/`, 404],
    ['OPTIONS', flow, 405],
    ['PATCH', flow, 405],
    ['GET', '/api//flows', 404],
  ] as const) {
    const detail = expect.any(String) as string;
    expect(await ok(status, send(method, path))).toEqual({ detail });
  }
});
