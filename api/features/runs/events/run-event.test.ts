import type { NodeProgress } from '../../../../runner/domain/run-progress.ts';
import type { RunSnapshot } from '../../../execution/supervise/followed-run.ts';
import { BEGINNING, eventsAfter, placeText, type EventPlace } from './run-event.ts';

const TIME = new Date('2026-11-21T09:34:09.175Z');
const ORDER = ['in', 'bad', 'lost', 'out'];

const done = (nodeId: string, more: Partial<NodeProgress> = {}): NodeProgress => ({
  nodeId,
  status: 'success',
  rows: 3,
  durationMs: 1.5,
  ...more,
});

function snapshot(more: Partial<RunSnapshot>, finished: readonly NodeProgress[] = []): RunSnapshot {
  return {
    runId: 'r',
    status: 'running',
    attempt: 1,
    createdAt: TIME,
    startedAt: TIME,
    finishedAt: null,
    errorMessage: null,
    waiting: null,
    lost: null,
    order: ORDER,
    current: null,
    finished: new Map(finished.map((node) => [node.nodeId, node])),
    ...more,
  };
}

/** Each event as `ATTEMPT.SEQUENCE name [node [status]]`. */
function eventTexts(run: RunSnapshot, seen: EventPlace = BEGINNING): string[] {
  return eventsAfter(run, seen).map(({ place, name, data }) => {
    const status = name === 'node_finished' ? data.status : undefined;
    const parts = [placeText(place), name, data.node_id, status];
    return parts.filter((part) => typeof part === 'string').join(' ');
  });
}

const FAILED = [
  done('in'),
  done('bad', { status: 'failed', rows: null }),
  done('lost', { status: 'skipped', rows: null, durationMs: null }),
  done('out'),
];
const WHOLE = [
  '1.0 run_pending',
  '1.1 run_started',
  '1.2 node_started in',
  '1.3 node_finished in success',
  '1.4 node_started bad',
  '1.5 node_finished bad failed',
  '1.7 node_finished lost skipped',
  '1.8 node_started out',
  '1.9 node_finished out success',
  '1.10 run_ended',
];

/** Consecutive snapshots of a run, from its creation to its finish. */
const MOMENTS = [
  snapshot({ status: 'pending', startedAt: null }),
  snapshot({}),
  snapshot({ current: 'in' }),
  snapshot({ current: 'bad' }, FAILED.slice(0, 1)),
  // The runner does not report nodes that it skips.
  snapshot({ current: 'out' }, FAILED.slice(0, 2)),
  snapshot({}, [...FAILED.slice(0, 2), done('out')]),
  snapshot({ status: 'failed', finishedAt: TIME, errorMessage: 'Bad' }, FAILED),
];

describe('the events of a run', () => {
  it('are the same live and from the records', () => {
    expect(eventTexts(MOMENTS.at(-1)!)).toEqual(WHOLE);
    let seen = BEGINNING;
    const live = MOMENTS.flatMap((moment) => {
      const names = eventTexts(moment, seen);
      seen = eventsAfter(moment, seen).at(-1)?.place ?? seen;
      return names;
    });
    expect(live).toEqual(WHOLE);
  });

  it('are sent exactly once, whichever snapshots a client misses and wherever it resumes', () => {
    for (const [first, moment] of MOMENTS.entries()) {
      for (const [index, { place }] of eventsAfter(moment, BEGINNING).entries()) {
        for (const later of MOMENTS.slice(first)) {
          expect(eventTexts(later, place)).toEqual(eventTexts(later).slice(index + 1));
        }
      }
    }
  });

  it('have the status of each node, and finally the statuses of all nodes', () => {
    const events = eventsAfter(MOMENTS.at(-1)!, BEGINNING);
    expect(events[3]?.data).toEqual({
      run_id: 'r',
      attempt: 1,
      node_id: 'in',
      status: 'success',
      rows: 3,
      duration_ms: 1.5,
    });
    expect(events.at(-1)?.data).toMatchObject({
      status: 'failed',
      error_message: 'Bad',
      at: '2026-11-21T09:34:09.175000Z',
      nodes: [
        { node_id: 'in', status: 'success' },
        { node_id: 'bad', status: 'failed', rows: null },
        { node_id: 'lost', status: 'skipped' },
        { node_id: 'out', rows: 3 },
      ],
    });
  });

  it('of a run that finished before any node have no node events', () => {
    const run = snapshot({ status: 'failed', finishedAt: TIME });
    expect(eventTexts(run)).toEqual(['1.0 run_pending', '1.1 run_started', '1.10 run_ended']);
  });

  it('say that a run whose attempt was lost is pending again, and why', () => {
    const lost = { reason: 'EvictedByQueue: its place is taken.', at: TIME };
    const run = snapshot({ status: 'pending', attempt: 2, lost });
    const [event, ...more] = eventsAfter(run, { attempt: 1, sequence: 9 });
    expect(more).toEqual([]);
    expect(event).toEqual({
      place: { attempt: 2, sequence: 0 },
      name: 'run_pending',
      data: {
        run_id: 'r',
        status: 'pending',
        attempt: 2,
        at: '2026-11-21T09:34:09.175000Z',
        message: 'Attempt 1 was lost. EvictedByQueue: its place is taken.',
      },
    });
    const later = snapshot({ attempt: 2, lost, current: 'in' });
    expect(eventTexts(later, event?.place)).toEqual(['2.1 run_started', '2.2 node_started in']);
  });

  it('restart with each attempt', () => {
    const run = snapshot({ attempt: 2, current: 'in' });
    expect(eventTexts(run, { attempt: 1, sequence: 9 })).toEqual([
      '2.1 run_started',
      '2.2 node_started in',
    ]);
  });
});
