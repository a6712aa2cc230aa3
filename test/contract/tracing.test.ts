import { startTestApp, type TestApp } from '../support/app.ts';
import {
  startOtlpReceiver,
  type OtlpReceiver,
  type ReceivedSpan,
} from '../support/otlp-receiver.ts';
import { until } from '../support/until.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const GIVEN = { Traceparent: `00-${TRACE}-${CALLER}-01` };

let receiver: OtlpReceiver;
let app: TestApp;
let dataset: string;

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  app = await startTestApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=data%20platform,authorization=Basic abc=',
    OTEL_SERVICE_NAME: 'pipelines',
  });
  dataset = (await app.upload('/api/datasets/upload', 'n.csv', 'n\n1\n2\n')).body.id;
});

afterAll(async () => {
  await app.close();
  receiver.close();
});

async function flow(column = 'n'): Promise<string> {
  const nodes = [
    { id: 'in', type: 'fileInput', data: { config: { dataset_id: dataset, format: 'csv' } } },
    {
      id: 'pick',
      type: 'selectColumns',
      data: { label: 'Pick', config: { columns: [column] } },
    },
    { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
  ];
  const edges = [
    { source: 'in', target: 'pick' },
    { source: 'pick', target: 'out' },
  ];
  const saved = await app.call('POST', '/api/flows', {
    name: 'Nightly',
    graph_json: { nodes, edges },
  });
  return saved.body.id as string;
}

/** The trace of an answer: its id and the span of the request. */
function placeOf(headers: Headers): { traceId: string; spanId: string } {
  const [, traceId = '', spanId = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-0[01]$/.exec(headers.get('traceparent') ?? '') ?? [];
  return { traceId, spanId };
}

/** All spans of a trace, once there are so many. */
async function spansOf(traceId: string, count: number): Promise<ReceivedSpan[]> {
  return await until(() => {
    const spans = receiver.spans.filter((span) => span.traceId === traceId);
    return spans.length >= count ? spans : null;
  });
}

const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan =>
  spans.find((span) => span.name === name)!;

describe('a request', () => {
  it('continues the trace of its client with its own span', async () => {
    const { headers } = await app.call('GET', '/api/projects?limit=3', undefined, {
      ...GIVEN,
      'X-Request-Id': 'traced-1',
    });
    const { traceId, spanId } = placeOf(headers);
    expect(traceId).toBe(TRACE);
    const span = (await spansOf(TRACE, 1))[0];
    expect(span).toMatchObject({
      service: 'pipelines',
      name: 'GET /api/projects',
      spanId,
      parentSpanId: CALLER,
      kind: 2,
      status: { code: 0 },
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/projects',
        'http.response.status_code': 200,
        'url.path': '/api/projects',
        'url.scheme': 'http',
        'server.address': '127.0.0.1',
        'network.protocol.version': '1.1',
      },
    });
    expect(span!.end).toBeGreaterThan(span!.start);
    expect(Math.abs(span!.start - Date.now())).toBeLessThan(60_000);
    expect(JSON.stringify(span)).not.toContain('limit=3');
    const line = (await app.readLogs()).find((event) => event.requestId === 'traced-1');
    expect(line).toMatchObject({ msg: 'request', trace_id: TRACE });
  });

  it('starts a trace when the client sends none or an invalid one', async () => {
    const plain = placeOf((await app.call('GET', '/api/projects')).headers);
    const odd = placeOf(
      (await app.call('GET', '/api/projects', undefined, { Traceparent: `00-${TRACE}-0-01` }))
        .headers,
    );
    expect(plain.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set([plain.traceId, odd.traceId, TRACE]).size).toBe(3);
    const [span] = await spansOf(plain.traceId, 1);
    expect(span).toMatchObject({ parentSpanId: undefined, spanId: plain.spanId });
  });

  it('has no error status when it is rejected with 4xx', async () => {
    const { headers } = await app.call('GET', '/api/runs/nope');
    const [span] = await spansOf(placeOf(headers).traceId, 1);
    expect(span).toMatchObject({
      name: 'GET /api/runs/{run_id}',
      status: { code: 0 },
      attributes: { 'http.response.status_code': 404 },
    });
  });

  it('is not recorded when the client does not sample, but propagates its trace', async () => {
    const trace = TRACE.replace('4b', '5c');
    const before = { Traceparent: `00-${trace}-${CALLER}-00` };
    const { headers } = await app.call('GET', '/api/projects', undefined, before);
    expect(headers.get('traceparent')).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
    const later = placeOf((await app.call('GET', '/api/projects')).headers);
    await spansOf(later.traceId, 1);
    expect(receiver.spans.filter((span) => span.traceId === trace)).toEqual([]);
  });
});

describe('a run', () => {
  it('has a span under its request, and one for each node under its own', async () => {
    const { body, headers } = await app.call('POST', `/api/flows/${await flow()}/runs`, {});
    const { traceId, spanId } = placeOf(headers);
    const spans = await spansOf(traceId, 5);
    const run = named(spans, 'run');
    expect(named(spans, 'POST /api/flows/{flow_id}/runs').spanId).toBe(spanId);
    expect(run).toMatchObject({
      parentSpanId: spanId,
      kind: 1,
      status: { code: 0 },
      attributes: {
        'millrace.run.id': body.id,
        'millrace.run.status': 'success',
        'millrace.run.engine': 'polars',
        'millrace.run.trigger': 'manual',
        'millrace.flow.name': 'Nightly',
      },
    });
    const nodes = spans.filter((span) => span.parentSpanId === run.spanId);
    expect(nodes.map(({ name, attributes }) => [name, attributes['millrace.node.rows']])).toEqual([
      ['node fileInput', 2],
      ['node selectColumns', 2],
      ['node fileOutput', 2],
    ]);
    for (const [index, node] of nodes.entries()) {
      expect(node.start).toBeGreaterThanOrEqual(nodes[index - 1]?.end ?? run.start);
      expect(node.end).toBeLessThanOrEqual(run.end + 1);
      const { duration_ms } = body.node_results[index];
      expect(node.end - node.start).toBeCloseTo(duration_ms as number, 1);
    }
  });

  it('records its error on its own span and on that of the failed node; nodes that did not run have no span', async () => {
    const { body, headers } = await app.call('POST', `/api/flows/${await flow('m')}/runs`, {});
    const spans = await spansOf(placeOf(headers).traceId, 4);
    expect(named(spans, 'run')).toMatchObject({
      status: { code: 2, message: body.error_message },
      attributes: { 'millrace.run.status': 'failed', 'error.type': 'run_failed' },
    });
    expect(named(spans, 'node selectColumns')).toMatchObject({
      status: { code: 2, message: body.node_results[1].error },
      attributes: { 'millrace.node.id': 'pick', 'millrace.node.label': 'Pick' },
    });
    expect(named(spans, 'node fileOutput')).toBeUndefined();
    expect(named(spans, 'POST /api/flows/{flow_id}/runs').status).toEqual({ code: 0 });
  });

  it('propagates its trace to the runner', async () => {
    const { body, headers } = await app.call('POST', `/api/flows/${await flow()}/runs`, {}, GIVEN);
    const { readFile } = await import('node:fs/promises');
    const spec = JSON.parse(
      await readFile(`${app.dataDir}/objects/runs/${body.id}/spec.json`, 'utf8'),
    ) as { traceparent: string };
    const run = (await spansOf(TRACE, 5)).find(
      ({ name, attributes }) => name === 'run' && attributes['millrace.run.id'] === body.id,
    );
    expect(spec.traceparent).toBe(`00-${TRACE}-${run?.spanId ?? ''}-01`);
    expect(run?.parentSpanId).toBe(placeOf(headers).spanId);
  });
});

it('sends batches with the headers that are configured', () => {
  expect(receiver.requests[0]).toMatchObject({
    path: '/v1/traces',
    headers: {
      'content-type': 'application/json',
      'x-team': 'data platform',
      authorization: 'Basic abc=',
    },
  });
  expect(receiver.requests.length).toBeLessThan(receiver.spans.length);
});

describe('a stopping service', () => {
  it('exports the remaining spans', async () => {
    const other = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    const { headers } = await other.call('GET', '/health');
    await other.close();
    const { traceId } = placeOf(headers);
    expect(receiver.spans.filter((span) => span.traceId === traceId)).toHaveLength(1);
  });

  it('does not wait for an unresponsive collector', async () => {
    const silent = await startOtlpReceiver();
    silent.hang();
    const other = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: silent.url });
    await other.call('GET', '/health');
    const begin = performance.now();
    await other.close();
    expect(performance.now() - begin).toBeLessThan(5_000);
    expect(silent.requests.length).toBeGreaterThan(0);
    silent.close();
  });

  it('serves requests although the collector is unreachable', async () => {
    const other = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect((await other.call('GET', '/api/projects')).status).toBe(200);
    const isLogged = async (): Promise<boolean> =>
      (await other.readLogs()).some(({ msg }) => msg === 'traces could not be sent');
    await until(isLogged);
    expect((await other.call('GET', '/api/projects')).status).toBe(200);
    await other.close();
  });
});

it('gives each request a trace id when no collector is configured', async () => {
  const other = await startTestApp();
  const begun = await other.call('GET', '/health');
  expect(begun.headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  const continued = await other.call('GET', '/health', undefined, GIVEN);
  expect(continued.headers.get('traceparent')).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  await other.close();
});
