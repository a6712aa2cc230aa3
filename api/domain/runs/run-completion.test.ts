import { completionOf } from './run-completion.ts';

const node = (id: string) => ({ id, type: 'jsTransform', data: { config: {} } });
const run = {
  runId: 'run',
  graph: { nodes: [node('bad'), node('slow')], edges: [] },
  progress: {
    finished: [
      {
        nodeId: 'bad',
        status: 'failed',
        rows: null,
        durationMs: 5,
        error: 'a: 3 rows are invalid',
      },
    ],
    started: 'slow',
    printed: { bad: 'read 3 rows\n', slow: 'begun\nat 10%\n', quiet: '\n' },
  },
} as const;

describe('the completion of a run that was stopped', () => {
  it.each([
    ['reached its limit', { kind: 'timedOut', timeoutSeconds: 6 }],
    ['lost its process', { kind: 'lost', reason: 'The process ended.' }],
    ['was cancelled', { kind: 'cancelled' }],
  ] as const)('keeps the errors of nodes that had failed before it %s', (_, outcome) => {
    const { nodeResults, logs } = completionOf(run, outcome);
    expect(nodeResults?.[0]).toMatchObject({ status: 'failed', error: 'a: 3 rows are invalid' });
    expect(nodeResults?.[1]?.error).not.toBe('a: 3 rows are invalid');
    expect(logs).toContainEqual({
      level: 'error',
      message: 'a: 3 rows are invalid',
      node_id: 'bad',
    });
  });

  it.each([
    ['reached its limit', { kind: 'timedOut', timeoutSeconds: 6 }],
    ['lost its process', { kind: 'lost', reason: 'The process ended.' }],
    ['was cancelled', { kind: 'cancelled' }],
  ] as const)('keeps what scripts printed before it %s', (_, outcome) => {
    expect(
      completionOf(run, outcome)
        .logs.filter(({ level }) => level !== 'error')
        .slice(-2),
    ).toEqual([
      { level: 'info', message: 'read 3 rows', node_id: 'bad' },
      { level: 'info', message: 'begun\nat 10%', node_id: 'slow' },
    ]);
  });
});
