import { KubeApiError } from './client/kube-api-error.ts';
import { WorkQueue } from './work-queue.ts';

/** A handler whose calls finish only on `next()`. */
function gate() {
  const handled: string[] = [];
  const open: (() => void)[] = [];
  return {
    handled,
    next: () => open.shift()?.(),
    handle: async (key: string) => {
      handled.push(key);
      await new Promise<void>((resolve) => open.push(resolve));
    },
  };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

const onError = () => undefined;

describe('WorkQueue', () => {
  it('deduplicates keys, and requeues a key that was added while it was handled', async () => {
    const { handled, next, handle } = gate();
    const queue = new WorkQueue({ handle, workers: 2, onError });
    for (const key of ['a', 'a', 'a']) queue.add(key);
    expect(handled).toEqual(['a']);
    next();
    await settle();
    expect(handled).toEqual(['a', 'a']);
    next();
    await settle();
    await queue.stop();
    expect(handled).toEqual(['a', 'a']);
  });

  it('handles urgent keys first, also when other keys have waited longer', async () => {
    const { handled, next, handle } = gate();
    const queue = new WorkQueue({ handle, workers: 1, onError });
    queue.add('first');
    queue.add('old', 'background');
    for (const key of ['live-1', 'live-2', 'live-3']) queue.add(key);
    queue.add('new', 'urgent');
    queue.add('live-3', 'urgent');
    queue.add('new', 'background');
    queue.add('first', 'background');
    queue.add('first', 'urgent');
    for (let i = 0; i < 7; i += 1) {
      next();
      await settle();
    }
    expect(handled).toEqual(['first', 'new', 'live-3', 'first', 'live-1', 'live-2', 'old']);
    await queue.stop();
  });

  it('handles live keys before those of a list', async () => {
    const { handled, next, handle } = gate();
    const queue = new WorkQueue({ handle, workers: 1, onError });
    queue.add('first');
    for (const key of ['old-1', 'old-2']) queue.add(key, 'background');
    queue.add('new');
    queue.add('old-2');
    for (let i = 0; i < 4; i += 1) {
      next();
      await settle();
    }
    expect(handled).toEqual(['first', 'new', 'old-2', 'old-1']);
    await queue.stop();
  });

  it('retries a failing key', async () => {
    const failures: number[] = [];
    let left = 3;
    await new Promise<void>((resolve) => {
      const queue = new WorkQueue({
        workers: 1,
        handle: async () => {
          left -= 1;
          if (left > 0) {
            await Promise.reject(new Error('not yet'));
            return;
          }
          resolve();
        },
        onError: (_key, _error, count) => failures.push(count),
      });
      queue.add('a');
    });
    expect(failures).toEqual([1, 2]);
  });

  it('stops after the key in progress and drops the others', async () => {
    const { handled, next, handle } = gate();
    const queue = new WorkQueue({ handle, workers: 1, onError });
    queue.add('a');
    queue.add('b');
    const stopped = queue.stop();
    next();
    await stopped;
    queue.add('c');
    expect(handled).toEqual(['a']);
  });

  it('retries a key no sooner than the API server asks for', async () => {
    const status = { reason: 'TooManyRequests', message: 'later', retryAfterSeconds: 1 };
    const times: number[] = [];
    const done = Promise.withResolvers<undefined>();
    const queue = new WorkQueue({
      workers: 1,
      onError,
      handle: () => {
        times.push(performance.now());
        if (times.length === 1) return Promise.reject(new KubeApiError(429, status));
        done.resolve(undefined);
        return Promise.resolve();
      },
    });
    queue.add('a');
    await done.promise;
    await queue.stop();
    expect(times[1]! - times[0]!).toBeGreaterThan(990);
  });
});
