import { startTestApp } from '../support/app.ts';

describe('without its database', () => {
  it('the service says so, lives on, and answers 503', async () => {
    const app = await startTestApp();
    expect(await app.call('GET', '/ready')).toMatchObject({
      status: 200,
      body: { status: 'ok', database: 'up' },
    });
    await app.database.drop();
    expect(await app.call('GET', '/ready')).toMatchObject({
      status: 503,
      body: { status: 'unavailable', database: 'down' },
    });
    expect(await app.call('GET', '/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await app.call('GET', '/api/projects')).toMatchObject({
      status: 503,
      body: { detail: 'The database is not reachable at the moment' },
    });
    await app.close();
  });
});
