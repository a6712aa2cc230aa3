import { acceptDatabaseServer, offerDatabaseServer } from './database-offer.ts';

describe('the database that the tests share', () => {
  it('is started by the first who asks, once, and ends with the run', async () => {
    const events: string[] = [];
    const offer = await offerDatabaseServer(() => {
      events.push('start');
      const stop = (): Promise<void> => Promise.resolve(void events.push('stop'));
      return Promise.resolve({ url: 'postgres://here', stop });
    });
    expect(events).toEqual([]);
    const urls = await Promise.all([1, 2].map(() => acceptDatabaseServer(offer.url)));
    expect(urls).toEqual(['postgres://here', 'postgres://here']);
    await offer.stop();
    expect(events).toEqual(['start', 'stop']);
  });

  it('tells each who asks why it could not be started', async () => {
    const offer = await offerDatabaseServer(() => Promise.reject(new Error('no space')));
    for (const ask of [acceptDatabaseServer, acceptDatabaseServer]) {
      await expect(ask(offer.url)).rejects.toThrow('no space');
    }
    await offer.stop();
  });

  it('is never started when nobody asks', async () => {
    const offer = await offerDatabaseServer(() => Promise.reject(new Error('It was started')));
    await expect(offer.stop()).resolves.toBeUndefined();
  });
});
