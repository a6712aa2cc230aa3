import type { Connection } from '../../../runner/domain/connection.ts';
import { JobFailedError, type ShortJobFailure } from '../executors/executor.ts';
import { ConnectionProber } from './connection-prober.ts';

const SHOP: Connection = {
  id: 'c1',
  name: 'Shop',
  provider: 'postgresql',
  host: 'db.example.com',
  port: 5432,
  database: 'shop',
  username: null,
  secret: null,
  options: null,
};
const FILES: Connection = { ...SHOP, name: 'Files', provider: 'local', host: null, port: null };
const { signal } = new AbortController();

/** The runners take long to wait for: their outcome is given. */
function proberOf(kind: ShortJobFailure['kind']): ConnectionProber {
  const failure = new JobFailedError({ kind, message: 'It took longer than 1 seconds.' });
  return new ConnectionProber({ submit: () => Promise.reject(failure) });
}

describe('a connection that does not answer in time', () => {
  const prober = proberOf('timedOut');

  it('fails its test with its name, the time and what to check', async () => {
    expect(await prober.test(SHOP, signal)).toEqual({
      status: 'failed',
      message: 'The connection "Shop" did not answer within 30 seconds. Check its host and port.',
    });
  });

  it.each([
    ['the list of tables', 60, () => prober.tables(SHOP, signal)],
    ['the list of objects', 60, () => prober.objects(SHOP, '', signal)],
    [
      'the dialect of an object',
      30,
      () => prober.dialect({ connection: SHOP, path: 'a.csv', format: 'csv' }, signal),
    ],
  ])('is named where %s is asked for', async (_what, seconds, ask) => {
    const message = `The connection "Shop" did not answer within ${seconds} seconds. Check its host and port.`;
    await expect(ask()).rejects.toMatchObject({ failure: { kind: 'timedOut', message } });
  });

  it('gets no advice about a host that it does not have', async () => {
    const { message } = await prober.test(FILES, signal);
    expect(message).toBe('The connection "Files" did not answer within 30 seconds.');
  });
});

it('a test whose runner ends unexpectedly names the connection', async () => {
  expect(await proberOf('lost').test(SHOP, signal)).toEqual({
    status: 'error',
    message: 'The test of the connection "Shop" ended unexpectedly. The log has the reason.',
  });
});
