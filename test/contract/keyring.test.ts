import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  lackForKeyringServer,
  startKeyringServer,
  type KeyringServer,
} from '../support/keyring-server.ts';
import { startRefusingPostgres, type RefusingPostgres } from '../support/refusing-postgres.ts';
import { removeDataFolder } from '../support/remove-data-folder.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { skipSuite } from '../support/skips.ts';

const CANARY = 'c4nary of the keyring é';
const lack = lackForKeyringServer();
if (lack !== null) skipSuite('keyring', lack);

let database: TestDatabase;
let dataDir: string;
let postgres: RefusingPostgres;

beforeAll(async () => {
  [database, dataDir, postgres] = await Promise.all([
    createTestDatabase(),
    mkdtemp(path.join(os.tmpdir(), 'millrace-keys-')),
    startRefusingPostgres(),
  ]);
});

afterAll(async () => {
  await postgres.close();
  await database.drop();
  await removeDataFolder(dataDir);
});

/** The library reads the real environment, which a test of Jest does not change: the service is a process. */
async function serviceWith(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  return await startServerProcess({
    SERVICE_DATABASE_URL: database.url,
    SERVICE_DATA_DIR: dataDir,
    ...env,
  });
}

/** Creates a connection to a server that refuses each password and repeats it. */
async function connectionWith(api: ServerProcess['api'], secret: string): Promise<string> {
  const { body } = await api.call('POST', '/api/connections', {
    name: `C ${crypto.randomUUID()}`,
    provider: 'postgresql',
    host: '127.0.0.1',
    port: postgres.port,
    database: 'd',
    username: 'u',
    password_env: secret,
  });
  return (body as { id: string }).id;
}

describe('the keyring of a machine without one', () => {
  let service: ServerProcess;

  beforeAll(async () => {
    service = await serviceWith({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' });
  });

  afterAll(() => service.kill());

  it('is reported as unavailable with the reason', async () => {
    expect(await service.api.call('GET', '/api/connections/keyring')).toMatchObject({
      status: 200,
      body: { available: false, backend: null, detail: expect.stringMatching(/^The keyring.*\.$/) },
    });
  });

  it('answers 400 with what to use instead to every use', async () => {
    const answers = await Promise.all([
      service.api.call('POST', '/api/connections/keyring', { name: 'a', value: CANARY }),
      service.api.call('GET', '/api/connections/keyring/a'),
      service.api.call('DELETE', '/api/connections/keyring/a'),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 400,
        body: {
          detail: expect.stringMatching(
            /no keyring to use: .* Use env:NAME .* file in .*\/secrets or \/run\/secrets/,
          ),
        },
      });
      expect(JSON.stringify(answer)).not.toContain(CANARY);
    }
  });

  it('fails the test of a connection with the reason', async () => {
    const id = await connectionWith(service.api, 'keyring:db.password');
    expect(await service.api.call('POST', `/api/connections/${id}/test`)).toMatchObject({
      body: {
        ok: false,
        message: expect.stringMatching(/secret is missing where the flow runs: the keyring of/),
      },
    });
  });
});

(lack === null ? describe : describe.skip)('the keyring of a machine with a Secret Service', () => {
  let keyring: KeyringServer;
  let service: ServerProcess;
  const texts: string[] = [];

  beforeAll(async () => {
    keyring = await startKeyringServer();
    service = await serviceWith(keyring.env);
  });

  afterAll(async () => {
    await service.kill();
    await keyring.close();
  });

  async function call(
    ...request: Parameters<ServerProcess['api']['call']>
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const answer = await service.api.call(...request);
    texts.push(JSON.stringify(answer.body));
    return answer;
  }

  it('stores a secret once, replaces it when asked to, and removes it', async () => {
    expect(await call('GET', '/api/connections/keyring')).toMatchObject({
      status: 200,
      body: { available: true, backend: expect.any(String), detail: null },
    });
    const secret = { name: 'db.pw_1-A', value: CANARY };
    const stored = { name: 'db.pw_1-A', exists: true, reference: 'keyring:db.pw_1-A' };
    const path = '/api/connections/keyring/db.pw_1-A';
    expect(await call('GET', path)).toMatchObject({ body: { ...stored, exists: false } });
    expect(await call('POST', '/api/connections/keyring', secret)).toMatchObject({
      status: 201,
      body: stored,
    });
    expect((await call('POST', '/api/connections/keyring', secret)).status).toBe(409);
    const replaced = { ...secret, overwrite: true };
    expect((await call('POST', '/api/connections/keyring', replaced)).status).toBe(201);
    expect(await call('GET', path)).toMatchObject({ status: 200, body: stored });
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('DELETE', path)).status).toBe(404);
    expect(await call('GET', path)).toMatchObject({ body: { ...stored, exists: false } });
  });

  it('stores one of several secrets of the same name that arrive at once', async () => {
    const answers = await Promise.all(
      ['1', '2', '3', '4'].map((value) =>
        call('POST', '/api/connections/keyring', { name: 'at-once', value }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  });

  it.each([
    ['an empty value', { name: 'n', value: '' }, 422],
    ['a value of too many characters', { name: 'n', value: `${CANARY}${'x'.repeat(4096)}` }, 422],
    ['a value of too many bytes', { name: 'n', value: `${CANARY}${'é'.repeat(4000)}` }, 400],
    ['a value with NUL', { name: 'n', value: `${CANARY}\0` }, 400],
    ['a name with a blank', { name: 'a b', value: CANARY }, 400],
    ['a name of too many characters', { name: 'n'.repeat(256), value: CANARY }, 422],
    ['a value that is no text', { name: 'n', value: [CANARY] }, 422],
  ])('rejects %s without repeating it', async (_what, body, status) => {
    expect((await call('POST', '/api/connections/keyring', body)).status).toBe(status);
    expect((await call('GET', '/api/connections/keyring/a%20b')).status).toBe(400);
  });

  it('gives the secret to the server of a connection, and to no answer', async () => {
    const id = await connectionWith(service.api, 'keyring:used');
    expect(await call('POST', `/api/connections/${id}/test`)).toMatchObject({
      body: { ok: false, message: expect.stringContaining('the keyring has no entry used') },
    });
    await call('POST', '/api/connections/keyring', { name: 'used', value: CANARY });
    expect(await call('POST', `/api/connections/${id}/test`)).toMatchObject({
      body: { ok: false, message: expect.stringMatching(/password is wrong.*\*\*\*/s) },
    });
    expect(texts.join('\n')).not.toContain(CANARY);
  });
});
