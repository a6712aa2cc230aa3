import { pino } from 'pino';
import { startWebhookReceiver, type WebhookReceiver } from '../../test/support/webhook-receiver.ts';
import { MAX_QUEUED, Notifier } from './notifier.ts';
import { until } from '../../test/support/until.ts';

let receiver: WebhookReceiver;
let logs: Record<string, unknown>[];

beforeAll(async () => {
  receiver = await startWebhookReceiver();
});

beforeEach(() => {
  logs = [];
  receiver.clear();
});

afterAll(() => receiver.close());

/** @param pauses receives the requested backoffs, which end immediately */
function notifierTo(url: string, pauses: number[] = []): Notifier {
  return new Notifier({
    target: { url: new URL(url), secret: null, blockPrivateHosts: false },
    runs: { find: () => Promise.resolve(null) },
    logger: pino(
      {},
      { write: (line: string) => logs.push(JSON.parse(line) as Record<string, unknown>) },
    ),
    now: () => new Date('2026-11-21T09:39:42.994Z'),
    pause: (ms) => Promise.resolve(pauses.push(ms)),
  });
}

const disabled = {
  event: 'schedule_auto_disabled',
  scheduleId: 's',
  flowId: 'f',
  reason: 'The schedule was disabled after 3 failures in a row.',
  consecutiveFailures: 3,
  lastRunId: null,
} as const;

const messages = (): unknown[] => logs.map(({ msg }) => msg);

describe('the notifier', () => {
  it('reports a schedule that was disabled', async () => {
    const notifier = notifierTo(receiver.url);
    notifier.notify(disabled);
    const [call] = await receiver.received(1);
    expect(call!.body).toEqual({
      event: 'schedule_auto_disabled',
      timestamp: '2026-11-21T09:39:42.994000+00:00',
      schedule_id: 's',
      flow_id: 'f',
      reason: 'The schedule was disabled after 3 failures in a row.',
      consecutive_failures: 3,
      last_run_id: null,
    });
    expect(call!.headers).not.toHaveProperty('x-service-secret');
    await notifier.close();
  });

  it('makes three attempts with a growing backoff, then gives up', async () => {
    const pauses: number[] = [];
    receiver.answerNext(500, 429, 503, 200);
    const notifier = notifierTo(receiver.url, pauses);
    notifier.notify(disabled);
    await until(() => messages().includes('a notification was not delivered'));
    expect(receiver.calls).toHaveLength(3);
    expect(pauses).toEqual([1000, 4000]);
    expect(logs.at(-1)).toMatchObject({ attempt: 3, reason: 'status 503', scheduleId: 's' });
    await notifier.close();
  });

  it('aborts an attempt that gets no response within five seconds', async () => {
    receiver.answerNext('hang');
    const notifier = notifierTo(receiver.url);
    const begin = performance.now();
    notifier.notify(disabled);
    await receiver.received(2);
    expect(performance.now() - begin).toBeGreaterThan(4_900);
    expect(logs[0]).toMatchObject({ attempt: 1, reason: 'no answer in time' });
    await notifier.close();
  });

  it('gives up when the receiver refuses the connection', async () => {
    const gone = await startWebhookReceiver();
    await gone.close();
    const notifier = notifierTo(gone.url);
    notifier.notify(disabled);
    await until(() => messages().includes('a notification was not delivered'));
    expect(logs.at(-1)).toMatchObject({ attempt: 3, reason: 'ECONNREFUSED' });
    await notifier.close();
  });

  it('drops notifications beyond a queue of a thousand and closes without delay', async () => {
    receiver.answerNext('hang', 'hang', 'hang', 'hang');
    const notifier = notifierTo(receiver.url);
    for (let i = 0; i < 4; i++) notifier.notify(disabled);
    await receiver.received(4);
    for (let i = 0; i < MAX_QUEUED + 3; i++) notifier.notify(disabled);
    const drops = logs.filter(({ msg }) => msg === 'a notification was dropped: the queue is full');
    expect(drops).toHaveLength(3);
    const begin = performance.now();
    await notifier.close();
    expect(performance.now() - begin).toBeLessThan(2_000);
    expect(logs.at(-1)).toMatchObject({ lost: MAX_QUEUED });
  });

  it('sends the queued notifications when it is closed', async () => {
    const notifier = notifierTo(receiver.url);
    for (let i = 0; i < 20; i++) notifier.notify(disabled);
    await notifier.close();
    expect(receiver.calls).toHaveLength(20);
    notifier.notify(disabled);
    expect(messages()).not.toContain('notifications were not delivered');
  });
});
