import { lazy } from './lazy.ts';

describe('lazy', () => {
  it('computes the value once, on first use', () => {
    let count = 0;
    const get = lazy(() => ++count);
    expect(count).toBe(0);
    expect([get(), get()]).toEqual([1, 1]);
  });

  it('computes the value again after a rejection', async () => {
    let count = 0;
    const get = lazy(async () => {
      await Promise.resolve();
      if (++count === 1) throw new Error('no memory');
      return count;
    });
    await expect(get()).rejects.toThrow('no memory');
    expect(await Promise.all([get(), get()])).toEqual([2, 2]);
  });
});
