import { pino } from 'pino';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import { RunSpanRecorder } from './run-span-recorder.ts';

it('logs the run whose spans are dropped while a thousand runs are queued', () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const spans = new RunSpanRecorder({
    // The database does not answer.
    store: { find: () => new Promise(() => undefined) },
    objects: {} as ObjectStore,
    spans: { record: () => undefined },
    logger,
    newId: () => 'id',
  });
  for (let n = 1; n <= 1_001; n++) spans.enqueue(`r${n}`);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { runId: 'r1001', msg: 'spans of a run were dropped: the queue is full' },
  ]);
});
