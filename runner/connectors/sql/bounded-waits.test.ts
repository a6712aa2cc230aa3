import { BoundedWaits } from './bounded-waits.ts';
import { WAIT_LIMITS } from './wait-limits.ts';

const SOON = { ...WAIT_LIMITS, silence: 5, probe: 1_000, probes: 2 };
const never = new Promise<never>(() => undefined);

describe('a wait for rows of a driver without a socket', () => {
  it('ends when nothing answers the probes', async () => {
    const waits = new BoundedWaits({ probe: () => Promise.resolve(false) }, SOON);
    await expect(waits.for('rows', never)).rejects.toThrow('The server did not answer in time');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['accepts', () => Promise.resolve()],
    ['refuses', () => Promise.reject(new Error('too many connections'))],
  ])('lasts while the server %s the probes', async (_what, answer) => {
    const rows = Promise.withResolvers<string>();
    let probes = 0;
    const probe = (): Promise<unknown> => {
      probes += 1;
      // More than after which a server that ignores them is given up.
      if (probes > SOON.probes + 1) rows.resolve('rows');
      return answer();
    };
    expect(await new BoundedWaits({ probe }, SOON).for('rows', rows.promise)).toBe('rows');
  });
});
