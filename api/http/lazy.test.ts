import { lazy } from './lazy.ts';

describe('what is made once needed', () => {
  it('is made once, and not before it is asked for', () => {
    let count = 0;
    const get = lazy(() => ++count);
    expect(count).toBe(0);
    expect([get(), get()]).toEqual([1, 1]);
  });

  it('is made again after it could not be made', async () => {
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
