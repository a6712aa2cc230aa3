import { pino, type Logger } from 'pino';
import { startWarmUp, type WarmUp } from './warm-up.ts';

let lines: string[];
let logger: Logger;

beforeEach(() => {
  lines = [];
  logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
});

const messages = (): string[] => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);

/** Starts it at once, and waits until the last of the steps has run. */
async function warmedUp(
  prepare: () => Promise<void>,
  ...steps: readonly (() => Promise<void>)[]
): Promise<WarmUp> {
  const last = Promise.withResolvers<undefined>();
  const features = [
    ...steps,
    () => {
      last.resolve(undefined);
      return Promise.resolve();
    },
  ];
  const warmUp = startWarmUp({
    prepare,
    features: features.map((step) => ({ warmUp: step })),
    logger,
    delayMs: 0,
  });
  await last.promise;
  await warmUp.stop();
  return warmUp;
}

describe('the warm-up of a service', () => {
  it('loads the validator, then runs the code of each feature that has some', async () => {
    const seen: string[] = [];
    const step = (name: string) => () => {
      seen.push(name);
      return Promise.resolve();
    };
    await warmedUp(step('validator'), step('first'), step('second'));
    expect(seen).toEqual(['validator', 'first', 'second']);
    expect(messages()).toEqual(['warmed up']);
  });

  it('goes on without a validator, which the first request loads again', async () => {
    await warmedUp(() => Promise.reject(new Error('no memory')));
    expect(messages()).toEqual([
      expect.stringContaining('could not load the request validator'),
      'warmed up',
    ]);
  });

  it('logs the failure of a feature', async () => {
    const failed = Promise.withResolvers<undefined>();
    const features = [
      {
        warmUp: () => {
          failed.resolve(undefined);
          return Promise.reject(new Error('no memory'));
        },
      },
    ];
    const prepare = (): Promise<void> => Promise.resolve();
    const warmUp = startWarmUp({ prepare, features, logger, delayMs: 0 });
    await failed.promise;
    await warmUp.stop();
    expect(messages()).toEqual(['could not warm up: the first requests are slower']);
  });

  it('does nothing once it is stopped', async () => {
    let calls = 0;
    const warmUp = (): Promise<void> => {
      calls += 1;
      return Promise.resolve();
    };
    await startWarmUp({ prepare: warmUp, features: [{ warmUp }], logger }).stop();
    expect(calls).toBe(0);
    expect(messages()).toEqual([]);
  });

  it('ends before the next step when it is stopped', async () => {
    const seen: string[] = [];
    const begun = Promise.withResolvers<undefined>();
    const step = (name: string) => ({
      warmUp: () => {
        seen.push(name);
        begun.resolve(undefined);
        return Promise.resolve();
      },
    });
    const features = [step('first'), step('second')];
    const prepare = (): Promise<void> => Promise.resolve();
    const warmUp = startWarmUp({ prepare, features, logger, delayMs: 0 });
    await begun.promise;
    await warmUp.stop();
    expect(seen).toEqual(['first']);
  });
});
