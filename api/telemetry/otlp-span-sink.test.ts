import { jest } from '@jest/globals';
import { pino } from 'pino';
import { OtlpSpanSink } from './otlp-span-sink.ts';

const context = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentSpanId: 'b7ad6b7169203331',
  isSampled: true,
};
const span = { name: 'run', kind: 'internal', attributes: {}, error: null } as const;

/** Before this process started, as the start of a run can be. */
const EARLIER_MS = 1_700_000_000_000;

let bodies: string[];

beforeEach(() => {
  bodies = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation((_url, init) => {
    bodies.push((init?.body as Buffer).toString());
    return Promise.resolve(new Response());
  });
});

afterEach(() => {
  jest.restoreAllMocks();
  delete process.env.OTEL_RESOURCE_ATTRIBUTES;
});

function openSink(): OtlpSpanSink {
  return new OtlpSpanSink({
    url: 'http://collector/v1/traces',
    headers: {},
    serviceName: 'pipelines',
    version: '1',
    logger: pino({ level: 'silent' }),
  });
}

it('exports a span with the ids and times that it is given', async () => {
  const sink = openSink();
  sink.record({ ...span, context, start: EARLIER_MS + 0.25, end: EARLIER_MS + 1_000 });
  await sink.close();
  const [exported] = JSON.parse(bodies[0] ?? '').resourceSpans[0].scopeSpans[0].spans;
  expect(exported).toMatchObject({
    traceId: context.traceId,
    spanId: context.spanId,
    parentSpanId: context.parentSpanId,
    startTimeUnixNano: '1700000000000250000',
    endTimeUnixNano: '1700000001000000000',
  });
});

it('adds OTEL_RESOURCE_ATTRIBUTES to the resource, and keeps the name of the service', async () => {
  process.env.OTEL_RESOURCE_ATTRIBUTES = 'deployment.environment.name=test,service.name=other';
  const sink = openSink();
  sink.record({ ...span, context, start: EARLIER_MS, end: EARLIER_MS });
  await sink.close();
  const { attributes } = JSON.parse(bodies[0] ?? '').resourceSpans[0].resource;
  expect(attributes).toEqual(
    expect.arrayContaining([
      { key: 'deployment.environment.name', value: { stringValue: 'test' } },
      { key: 'service.name', value: { stringValue: 'pipelines' } },
    ]),
  );
});

it('does not export a span that is not sampled', async () => {
  const sink = openSink();
  sink.record({
    ...span,
    context: { ...context, isSampled: false },
    start: EARLIER_MS,
    end: EARLIER_MS,
  });
  await sink.close();
  expect(bodies).toEqual([]);
});
