import { Semaphore } from './semaphore.ts';

/** Tasks that finish on demand. */
function work() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: async (name: string) => {
      ends.get(name)?.();
      await settled();
    },
    of: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => {
        ends.set(name, () => {
          resolve(name);
        });
      });
    },
  };
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('Semaphore', () => {
  it('runs tasks first in, first out, up to its limit', async () => {
    const turns = new Semaphore({ limit: 2, releaseAfterMs: 60_000 });
    const { begun, end, of } = work();
    const done = ['a', 'b', 'c', 'd'].map((name) => turns.run(of(name)));
    await settled();
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    await end('c');
    await end('d');
    expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('releases the slot of a task that fails', async () => {
    const turns = new Semaphore({ limit: 1, releaseAfterMs: 60_000 });
    const failing = turns.run(() => Promise.reject(new Error('no')));
    const after = turns.run(() => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('no');
    expect(await after).toBe('next');
  });

  it('releases the slot of a task that takes too long', async () => {
    const turns = new Semaphore({ limit: 1, releaseAfterMs: 1 });
    const { begun, end, of } = work();
    const slow = turns.run(of('slow'));
    const next = turns.run(of('next'));
    while (begun.length < 2) await settled();
    await end('slow');
    expect(await slow).toBe('slow');
    await end('next');
    expect(await next).toBe('next');
  });
});
