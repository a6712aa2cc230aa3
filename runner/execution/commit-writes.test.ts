import { JobConnections } from '../connectors/job-connections.ts';
import { UncertainCommitError, type PendingWrite } from '../connectors/pending-write.ts';
import { SilentServerError } from '../connectors/sql/bounded-waits.ts';
import { explainingWrite } from '../connectors/use-connection.ts';
import { commitWrites, type ConnectionWrite } from './commit-writes.ts';

const ENDED = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const opened = {
  driver: { describe: () => 'the reason' },
  target: { connection: {}, secret: null },
  label: '"Shop"',
};

async function write(
  id: string,
  pending: Pick<PendingWrite, 'commit' | 'transaction'>,
): Promise<ConnectionWrite> {
  const whole = { ...pending, rollback: () => undefined };
  const step = { node: { id, type: 'sqlOutput', data: { label: 'Orders' } } };
  return {
    step: step as never,
    connectionId: 'c',
    pending: await explainingWrite(opened as never, () => Promise.resolve(whole)),
  };
}

/** What a person reads after the commits of these outputs, of which the last fails. */
async function messageOf(...writes: readonly ConnectionWrite[]): Promise<string> {
  const connections = new JobConnections([{ id: 'c', name: 'The shop' }] as never);
  const store = { put: () => Promise.resolve() };
  const request = { connections, store, runId: 'r', attempt: 1, onDefect: () => undefined };
  const failed = await commitWrites(writes, request as never);
  return failed?.error instanceof Error ? failed.error.message : '';
}

const succeeds = (): void => undefined;
const failsBy = (error: Error) => () => Promise.reject(error);

it.each<[string, Error]>([
  ['the server became silent', new SilentServerError()],
  ['the connection was lost', ENDED],
  ['the connection was lost, which the driver wraps', new Error('failed', { cause: ENDED })],
  [
    'the driver lost it, which numbers its errors',
    Object.assign(new Error('failed'), { name: 'NetworkError', code: 401_001 }),
  ],
  ['the server failed, as a storage by HTTP 500', new UncertainCommitError(new Error('500'))],
  ['the driver closed it', new Error('Connection terminated unexpectedly')],
])('says that an output may have been written when %s during its commit', async (_what, error) => {
  expect(await messageOf(await write('o1', { commit: failsBy(error) }))).toBe(
    'The connection "Shop": the reason. These outputs may have been written all the same: Orders (o1) to the connection "The shop". Look there before the flow runs again.',
  );
});

it('names the other outputs of a transaction of which the outcome is unknown, and what is written', async () => {
  const transaction = {};
  const message = await messageOf(
    await write('o1', { commit: succeeds }),
    await write('o2', { commit: succeeds, transaction }),
    await write('o3', { commit: failsBy(ENDED), transaction }),
  );
  expect(message).toMatch(
    /may have been written all the same: Orders \(o2\) .*, Orders \(o3\) [^,]*\. Look .* Before that, these outputs were written, and stay: Orders \(o1\) to the connection "The shop"\. Undo/,
  );
});

it('says nothing of an output of which the server refused the commit', async () => {
  const refused = Object.assign(new Error('a key is missing'), { code: '23503' });
  expect(await messageOf(await write('o1', { commit: failsBy(refused) }))).toBe(
    'The connection "Shop": the reason.',
  );
});
