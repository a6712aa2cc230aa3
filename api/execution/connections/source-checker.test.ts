import path from 'node:path';
import type { Connection } from '../../../runner/domain/connection.ts';
import type { SourceChangesJob } from '../../../runner/domain/runner-job.ts';
import { LocalExecutor } from '../executors/local/local-executor.ts';
import { SourceChecker } from './source-checker.ts';

const SCRIPTED = path.join(import.meta.dirname, '../../../test/fixtures/scripted-runner.ts');
/** Less than in a service, so that a test of what does not answer is short. */
const checkSeconds = 1;
const NO_ANSWER = { failure: { kind: 'timedOut' } };

let executor: LocalExecutor;
/** The connections of the checks that runners were given. */
let asked: string[][];

beforeEach(() => {
  const args = ['--max-old-space-size=40', SCRIPTED];
  executor = new LocalExecutor({
    command: { executable: process.execPath, args, env: { PATH: process.env.PATH ?? '' } },
    maxConcurrentRuns: 1,
  });
  asked = [];
});

afterEach(() => executor.close());

function checker(limits: { readonly waitSeconds?: number } = {}): SourceChecker {
  const submit: LocalExecutor['submit'] = async (job, options) => {
    if (job.kind === 'sourceChanges') asked.push(job.connections.map(({ id }) => id));
    return await executor.submit(job, options);
  };
  return new SourceChecker({ submit }, { checkSeconds, ...limits });
}

/** A check of the servers of these hosts. The scripted runner does what the id of the first connection says. */
function check(
  ...servers: readonly (readonly [id: string, host: string])[]
): Omit<SourceChangesJob, 'kind'> {
  const fields = { port: null, database: 'd', username: null, secret: null, options: null };
  return {
    connections: servers.map(([id, host]): Connection => ({
      id,
      name: id,
      provider: 's3',
      host,
      ...fields,
    })),
    sources: servers.map(([connectionId]) => ({
      kind: 'object',
      connectionId,
      path: 'a.csv',
      version: '1',
    })),
  };
}

it('a server that does not answer is asked once for all that wait for it, and holds up no other', async () => {
  const checks = checker();
  const silent = Array.from({ length: 20 }, () => checks.haveChanged(check(['hang', 'silent'])));
  const settled = Promise.allSettled(silent);
  expect(await checks.haveChanged(check(['unchanged', 'healthy']))).toBe(false);
  for (const { status, ...rest } of await settled) {
    expect(status).toBe('rejected');
    expect(rest).toMatchObject({ reason: NO_ANSWER });
  }
  expect(asked).toEqual([['hang'], ['unchanged']]);
});

it('a server is asked again, one check after the other, while it answers', async () => {
  const checks = checker();
  const answers = await Promise.all(
    ['unchanged', 'changed', 'user', 'unchanged'].map((id) =>
      checks.haveChanged(check([id, 'one'])).catch((error: unknown) => error),
    ),
  );
  expect(answers).toEqual([
    false,
    true,
    expect.objectContaining({ failure: { kind: 'user', message: 'a mistake' } }),
    false,
  ]);
});

it('a check of two servers waits for both, and the silence of both is not that of one', async () => {
  const checks = checker();
  const both = checks.haveChanged(check(['hang', 'a'], ['other', 'b']));
  const more = checks.haveChanged(check(['hang', 'b'], ['other', 'a'], ['third', 'c']));
  const one = checks.haveChanged(check(['unchanged', 'b']));
  await Promise.all([
    expect(both).rejects.toMatchObject(NO_ANSWER),
    expect(more).rejects.toMatchObject(NO_ANSWER),
    expect(one).resolves.toBe(false),
  ]);
  expect(asked).toEqual([['hang', 'other'], ['unchanged']]);
});

it('a check that found no runner, or whose service stops, was not made', async () => {
  const checks = checker({ waitSeconds: 1 });
  const patient = new SourceChecker(executor, { checkSeconds: 60, waitSeconds: 60 });
  const stopping = ['a', 'b', 'c', 'd'].map((host) => patient.haveChanged(check(['hang', host])));
  const stopped = Promise.allSettled(stopping);
  await expect(checks.haveChanged(check(['unchanged', 'e']))).rejects.toMatchObject({
    code: 'overloaded',
    message: expect.stringMatching(/^No runner process was free within/) as string,
  });
  await executor.close();
  for (const outcome of await stopped) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  }
});

it('a check that waits too long for its server was not made', async () => {
  const checks = checker({ waitSeconds: 0.05 });
  const first = checks.haveChanged(check(['hang', 'a'])).catch(() => 'no answer');
  await expect(checks.haveChanged(check(['unchanged', 'a']))).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(await first).toBe('no answer');
});
