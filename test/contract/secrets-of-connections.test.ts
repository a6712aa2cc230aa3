import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startRefusingPostgres, type RefusingPostgres } from '../support/refusing-postgres.ts';

const CANARY = 'c4nary/of env é';
const FILE_CANARY = 'c4nary-of-a-file';
const KEYRING_CANARY = 'c4nary of the keyring';

let app: TestApp;
let refusing: RefusingPostgres;
let closing: RefusingPostgres;
/** The texts of all answers. */
const answers: string[] = [];

beforeAll(async () => {
  process.env.CANARY_SECRET = CANARY;
  [refusing, closing] = await Promise.all([
    startRefusingPostgres(),
    startRefusingPostgres('closes'),
  ]);
  app = await startTestApp();
  await mkdir(path.join(app.dataDir, 'secrets'));
  await writeFile(path.join(app.dataDir, 'secrets', 'password'), `${FILE_CANARY}\n`);
});

afterAll(async () => {
  delete process.env.CANARY_SECRET;
  await Promise.all([app.close(), refusing.close(), closing.close()]);
});

async function call(...request: Parameters<TestApp['call']>): Promise<unknown> {
  const { body } = await app.call(...request);
  answers.push(JSON.stringify(body));
  return body;
}

async function connection(fields: object): Promise<string> {
  const name = `C ${crypto.randomUUID()}`;
  const body = { name, provider: 'postgresql', username: 'u', database: 'd', ...fields };
  return ((await call('POST', '/api/connections', body)) as { id: string }).id;
}

/** The real server, which does not ask for the password. */
function trusting(secret: string): object {
  const url = new URL(app.database.url);
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || '5432'),
    database: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password_env: secret,
  };
}

/** Runs and previews a flow that reads and writes by a connection. @returns the error of the run */
async function useInFlow(connectionId: string): Promise<string | null> {
  const config = { connection_id: connectionId, mode: 'query', query: 'SELECT 1 AS a' };
  const at = { x: 0, y: 0 };
  const target = { connection_id: connectionId, table: 'written' };
  const flow = await call('POST', '/api/flows', {
    name: 'F',
    graph_json: {
      nodes: [
        { id: 'r', type: 'sqlInput', position: at, data: { label: 'r', config } },
        { id: 'w', type: 'sqlOutput', position: at, data: { label: 'w', config: target } },
      ],
      edges: [{ id: 'e', source: 'r', target: 'w' }],
    },
  });
  const { id } = flow as { id: string };
  await call('POST', `/api/flows/${id}/preview`, { node_id: 'r' });
  const run = await call('POST', `/api/flows/${id}/runs`, {});
  return (run as { error_message: string | null }).error_message;
}

/** Every row of every table of the service as text. */
async function storedRows(): Promise<string> {
  const client = new Client({ connectionString: app.database.url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query(`SELECT t::text FROM ${name} t`);
      texts.push(JSON.stringify(rows));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

async function storedFiles(): Promise<string> {
  const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('secrets'));
  const contents = await Promise.all(
    files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1')),
  );
  return contents.join('\n');
}

describe('secrets of connections', () => {
  it('are in no answer, row, file or log after tests, previews and runs that work and that fail', async () => {
    const host = '127.0.0.1';
    await call('POST', '/api/connections/keyring', { name: 'canary', value: KEYRING_CANARY });
    const file = `file:${app.dataDir}/secrets/password`;
    for (const secret of ['env:CANARY_SECRET', file, 'keyring:canary']) {
      const wrong = await connection({ host, port: refusing.port, password_env: secret });
      const test = await call('POST', `/api/connections/${wrong}/test`);
      expect(test).toMatchObject({
        ok: false,
        message: expect.stringMatching(/password is wrong.*\*\*\*/s) as unknown,
      });
      await call('POST', '/api/connections/test-config', {
        name: 'x',
        provider: 'postgresql',
        host,
        port: refusing.port,
        database: 'd',
        password_env: secret,
      });
      expect(await call('GET', `/api/connections/${wrong}`)).toMatchObject({
        last_test_status: 'failed',
      });
      await call('GET', `/api/connections/${wrong}/tables`);
      expect(await useInFlow(wrong)).toMatch(/password is wrong/);

      const cut = await connection({ host, port: closing.port, password_env: secret });
      expect(await call('POST', `/api/connections/${cut}/test`)).toMatchObject({
        ok: false,
        message: expect.stringContaining('closed the connection') as unknown,
      });

      expect(await useInFlow(await connection(trusting(secret)))).toBeNull();
    }
    const everything = {
      answers: answers.join('\n'),
      rows: await storedRows(),
      files: await storedFiles(),
      logs: JSON.stringify(app.logs),
    };
    expect(everything.files).toContain('CANARY_SECRET');
    for (const [place, text] of Object.entries(everything)) {
      for (const canary of [CANARY, encodeURIComponent(CANARY), FILE_CANARY, KEYRING_CANARY]) {
        const latin = Buffer.from(canary).toString('latin1');
        expect({ place, found: text.includes(canary) || text.includes(latin) }).toEqual({
          place,
          found: false,
        });
      }
    }
  });

  it('are read again for each use, so that a changed file counts', async () => {
    const file = path.join(app.dataDir, 'secrets', 'later');
    const id = await connection(trusting(`file:${file}`));
    expect(await call('POST', `/api/connections/${id}/test`)).toMatchObject({
      ok: false,
      message: expect.stringContaining('file cannot be read') as unknown,
    });
    await writeFile(file, 'any');
    expect(await call('POST', `/api/connections/${id}/test`)).toMatchObject({ ok: true });
  });
});
