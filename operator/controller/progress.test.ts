import { Progress } from './progress.ts';

describe('liveness', () => {
  let now: number;
  let progress: Progress;

  beforeEach(() => {
    now = 0;
    progress = new Progress(() => now);
  });

  it('ends when one work is stuck for three minutes, and comes back when it ends', async () => {
    const stuck = Promise.withResolvers<undefined>();
    const work = progress.track(() => stuck.promise);
    now = 179_999;
    expect(progress.isLive()).toBe(true);
    now = 180_000;
    expect(progress.isLive()).toBe(false);
    expect(progress.running()).toEqual([180]);
    stuck.resolve(undefined);
    await work;
    expect(progress.isLive()).toBe(true);
  });

  it('does not mind a backlog, nor work that fails', async () => {
    for (now = 0; now < 3_600_000; now += 60_000) {
      await progress.track(() => Promise.reject(new Error('no'))).catch(() => undefined);
      expect(progress.isLive()).toBe(true);
    }
  });
});
