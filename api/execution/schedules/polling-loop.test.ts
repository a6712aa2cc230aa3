import { pino } from 'pino';
import { createSettingsService } from '../../domain/settings/service.ts';
import { until } from '../../../test/support/until.ts';
import { PollingLoop } from './polling-loop.ts';

const store = {
  all: () => Promise.resolve(new Map<string, number | string>()),
  put: () => Promise.resolve(),
  delete: () => Promise.resolve(),
};

it('requests for a poll during a poll share one that starts afterwards', async () => {
  const polls: PromiseWithResolvers<undefined>[] = [];
  const deps = {
    settings: createSettingsService({ store, fromEnvironment: {} }),
    logger: pino({ level: 'silent' }),
    wait: () => Promise.resolve(),
    now: () => new Date(0),
  };
  const loop = new PollingLoop(deps, {
    failureMessage: 'poll failed',
    async poll() {
      const poll = Promise.withResolvers<undefined>();
      polls.push(poll);
      await poll.promise;
    },
  });
  const first = loop.poll();
  await until(() => polls.length === 1);
  let isDone = false;
  const others = Promise.all([loop.poll(), loop.poll(), loop.poll()]).then(() => (isDone = true));
  polls[0]?.resolve(undefined);
  await first;
  await until(() => polls.length === 2);
  expect(isDone).toBe(false);
  polls[1]?.resolve(undefined);
  await others;
  expect(polls).toHaveLength(2);
});
