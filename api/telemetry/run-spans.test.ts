import { pino } from 'pino';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import { RunSpans } from './run-spans.ts';

it('says which runs are left out of the traces while a thousand wait', () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const spans = new RunSpans({
    // A database that does not answer.
    store: { find: () => new Promise(() => undefined) },
    objects: {} as ObjectStore,
    spans: { record: () => undefined },
    logger,
    newId: () => 'id',
  });
  for (let n = 1; n <= 1_001; n++) spans.ended(`r${n}`);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { runId: 'r1001', msg: 'the trace of a run is left out: too many wait' },
  ]);
});
