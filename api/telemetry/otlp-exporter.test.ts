import { jest } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { OtlpExporter } from './otlp-exporter.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

it('logs the status of the collector when the service ends before the next attempt', async () => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 503 }));
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const exporter = new OtlpExporter({ url: 'http://collector/v1/traces', headers: {} }, logger);
  const done = new Promise((resolve) => {
    exporter.export([], resolve);
  });
  // The first attempt has failed by then, and the backoff has begun.
  await turn();
  await exporter.shutdown();
  await done;
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { msg: 'traces could not be sent', err: { message: 'The collector answered 503' } },
  ]);
});
