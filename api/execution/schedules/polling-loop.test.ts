import { pino } from 'pino';
import { createSettingsService } from '../../domain/settings/service.ts';
import { until } from '../../../test/support/until.ts';
import { PollingLoop } from './polling-loop.ts';

const store = {
  all: () => Promise.resolve(new Map<string, number | string>()),
  put: () => Promise.resolve(),
  delete: () => Promise.resolve(),
};

it('many who ask for a look while one is under way get one, which begins after all have asked', async () => {
  const looks: PromiseWithResolvers<undefined>[] = [];
  const deps = {
    settings: createSettingsService({ store, fromEnvironment: {} }),
    logger: pino({ level: 'silent' }),
    wait: () => Promise.resolve(),
    now: () => new Date(0),
  };
  const loop = new PollingLoop(deps, {
    failureMessage: 'poll failed',
    async poll() {
      const look = Promise.withResolvers<undefined>();
      looks.push(look);
      await look.promise;
    },
  });
  const first = loop.poll();
  await until(() => looks.length === 1);
  let isDone = false;
  const others = Promise.all([loop.poll(), loop.poll(), loop.poll()]).then(() => (isDone = true));
  looks[0]?.resolve(undefined);
  await first;
  await until(() => looks.length === 2);
  expect(isDone).toBe(false);
  looks[1]?.resolve(undefined);
  await others;
  expect(looks).toHaveLength(2);
});
