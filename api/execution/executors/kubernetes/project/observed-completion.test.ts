import type { RunResult } from '../../../../../runner/domain/run-result.ts';
import type { WatermarkAdvance } from '../../../../../runner/domain/watermark.ts';
import type { ObservedOutcome } from '../run-resource/run-resource.ts';
import { observedCompletion, observedTimes } from './observed-completion.ts';

const graph = {
  nodes: [{ id: 'out', type: 'fileOutput', data: { config: {} } }],
  edges: [],
};
const run = { runId: 'r', graph };
const time = '2026-11-21T09:34:09.000Z';
const result: RunResult = {
  runId: 'r',
  attempt: 1,
  status: 'failed',
  errorMessage: 'Node "A": no.',
  nodeResults: [],
  nodeStarts: {},
  logs: [{ level: 'error', message: 'Node "A": no.' }],
  outputs: [],
  startedAt: time,
  finishedAt: time,
};
const NO_RESULT = 'The runner ended, but its result is not in the object store.';
const end = (more: Partial<ObservedOutcome>): ObservedOutcome => ({
  phase: 'failed',
  message: 'Evicted.',
  resultKey: null,
  finishedAt: null,
  ...more,
});

describe('what is recorded of a Run that has ended', () => {
  it.each([
    ['its result, which knows best', end({}), result, 'failed', 'Node "A": no.'],
    ['the words of the operator', end({}), null, 'failed', 'Evicted.'],
    ['that nothing was said', end({ message: '' }), null, 'failed', NO_RESULT],
    ['that its result is missing', end({ phase: 'success' }), null, 'failed', NO_RESULT],
    [
      'that it was cancelled',
      end({ phase: 'cancelled' }),
      result,
      'cancelled',
      'The run was cancelled by the user.',
    ],
  ] as const)('is %s', (_what, seen, stored, status, errorMessage) => {
    const ending = observedCompletion(run, { lostAttempts: [], end: seen }, stored);
    expect(ending).toMatchObject({ status, errorMessage });
  });

  const watermark: WatermarkAdvance = {
    nodeId: 'read',
    connectionId: 'c',
    table: null,
    column: 'id',
    type: 'integer',
    value: '5',
    before: null,
  };
  it.each([
    ['advances after a success', 'success', 'success', [watermark]],
    ['stays after a failure', 'failed', 'failed', []],
    ['stays after a cancellation that met a success', 'cancelled', 'success', undefined],
  ] as const)('has a watermark that %s', (_what, phase, status, watermarks) => {
    const stored: RunResult = { ...result, status, errorMessage: null, watermarks: [watermark] };
    const ending = observedCompletion(run, { lostAttempts: [], end: end({ phase }) }, stored);
    expect(ending.watermarks).toEqual(watermarks);
  });

  it('lists the attempts that were lost before', () => {
    const lostAttempts = [{ number: 1, reason: 'Evicted: low on memory' }];
    expect(observedCompletion(run, { lostAttempts, end: end({}) }, null).logs).toEqual([
      { level: 'warning', message: 'Attempt 1 was lost. Evicted: low on memory' },
      { level: 'error', message: 'Evicted.' },
    ]);
  });
});

describe('the times of a Run', () => {
  const at = (seconds: number): Date => new Date(Date.parse(time) + seconds * 1000);
  const iso = (seconds: number): string => at(seconds).toISOString();
  it.each([
    ['are those that were seen', null, iso(1), iso(3), at(1), at(3)],
    ['begin when that was recorded', at(2), iso(1), iso(3), at(2), at(3)],
    ['never begin before it was made', null, iso(-60), iso(3), at(0), at(3)],
    ['never end before they begin', null, iso(2), iso(1), at(2), at(2)],
    ['are both its end when it never ran', null, null, iso(3), at(3), at(3)],
    ['end now when a node whose clock is ahead says later', null, iso(1), iso(99), at(1), at(9)],
    ['begin and end now when a node says later', null, iso(98), iso(99), at(9), at(9)],
    ['end now when nobody knows', null, iso(1), null, at(1), at(9)],
  ])('%s', (_what, recorded, startedAt, finishedAt, begin, finish) => {
    const times = observedTimes(
      { createdAt: at(0), startedAt: recorded },
      { startedAt, finishedAt },
      at(9),
    );
    expect(times).toEqual({ startedAt: begin, finishedAt: finish });
  });
});
