import { terminalLine } from './terminal-line.ts';

const TIME = '2026-01-02T03:04:05.678Z';

function line(event: object): string {
  return terminalLine(JSON.stringify({ time: TIME, level: 'info', ...event }));
}

describe('terminalLine', () => {
  it('shows the flow, duration, node and reason of a failed run', () => {
    const event = {
      level: 'warn',
      msg: 'run failed',
      runId: 'r1',
      flow: 'Wet days',
      durationMs: 312,
      node: 'wet',
      nodeType: 'filterRows',
      reason: 'There is no column "rain".',
    };
    expect(line(event)).toBe(
      '03:04:05.678 warn  run failed "Wet days" 0.3 s, filterRows (wet): There is no column "rain".\n',
    );
  });

  it('shows only the reason of a run that failed before its first node', () => {
    const event = { msg: 'run failed', flow: 'Wet days', durationMs: 20_000, reason: 'Too long.' };
    expect(line(event)).toContain('run failed "Wet days" 20.0 s, Too long.\n');
  });

  it('shows the engine, trigger and id of a started run, and the rows of a successful one', () => {
    const run = { runId: 'r1', flow: 'Wet days', engine: 'polars', trigger: 'manual' };
    expect(line({ msg: 'run started', ...run })).toContain(
      'run started "Wet days" polars manual r1\n',
    );
    expect(line({ msg: 'run succeeded', ...run, durationMs: 49, rows: 1461 })).toContain(
      'run succeeded "Wet days" 0.0 s, 1,461 rows\n',
    );
  });

  it('shows the slot, run, outcome and next slot of a schedule', () => {
    const schedule = { scheduleId: 's1', flowId: 'f1', flow: 'Wet days' };
    const start = { ...schedule, runId: 'r1', slot: '2026-01-02T03:04:00.000Z', isRetry: false };
    expect(line({ msg: 'schedule triggered', ...start })).toContain(
      'info  schedule starts "Wet days" for 2026-01-02 03:04 UTC, run r1\n',
    );
    expect(line({ msg: 'schedule triggered', ...start, isRetry: true })).toContain(
      'schedule retries "Wet days" for 2026-01-02 03:04 UTC, run r1\n',
    );
    const end = { ...schedule, status: 'success', nextRunAt: '2026-01-03T03:04:00.000Z' };
    expect(line({ msg: 'schedule advanced', ...end })).toContain(
      'info  schedule ended "Wet days" success, next at 2026-01-03 03:04 UTC\n',
    );
    expect(line({ msg: 'schedule advanced', ...end, nextRunAt: null })).toContain(
      'schedule ended "Wet days" success\n',
    );
  });

  it('shows why the service cannot start, with the stack of an unexpected error', () => {
    const fault = { level: 'fatal', msg: 'cannot start' };
    expect(line({ ...fault, reason: 'Port 1 is taken.' })).toContain(
      'fatal cannot start: Port 1 is taken.\n',
    );
    expect(line({ ...fault, err: { stack: 'Error: no' } })).toContain(
      'fatal cannot start: an unexpected error\nError: no\n',
    );
  });

  it('shows how to enable a disabled schedule', () => {
    const event = { flow: 'Wet days', scheduleId: 's1', flowId: 'f1', consecutiveFailures: 5 };
    expect(line({ msg: 'schedule disabled after too many failures', ...event })).toContain(
      'schedule disabled "Wet days" after 5 failures in a row. When the cause is gone, enable it: PATCH /api/schedules/s1 with {"is_enabled": true}\n',
    );
  });

  it('shows a rejected request with its reason', () => {
    const event = {
      msg: 'request',
      requestId: 'q1',
      method: 'GET',
      path: '/api/flows/x',
      status: 404,
      durationMs: 1.6,
      reason: "Flow 'x' not found",
    };
    expect(line(event)).toContain("info  GET /api/flows/x 404 2 ms: Flow 'x' not found\n");
  });

  it('leaves out a duration that is unknown', () => {
    const event = { msg: 'run failed', flow: 'Wet days', reason: 'Interrupted.' };
    expect(line(event)).toContain('run failed "Wet days", Interrupted.\n');
  });

  it('lists the fields of any other event, and the stack of its error', () => {
    const event = { msg: 'odd', count: 2, err: { stack: 'Error: no\n    at x' } };
    expect(line(event)).toBe('03:04:05.678 info  odd count=2\nError: no\n    at x\n');
  });

  it('escapes control characters that could forge a line or move the cursor', () => {
    const name = 'a\n03:04:05.678 info  run succeeded\u001b[2J\u0085\u2028';
    const shown = line({ msg: 'run cancelled', flow: name, durationMs: 0 });
    expect(shown).toContain('"a\\u000a03:04:05.678 info  run succeeded\\u001b[2J\\u0085\\u2028"');
    expect(shown.split('\n')).toHaveLength(2);
  });
});
