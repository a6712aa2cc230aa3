import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startTestApp, type TestApp } from '../support/app.ts';
import { endOf, runThat, startOf, type Run } from '../support/contract-runs.ts';
import { startOtlpReceiver, type OtlpReceiver } from '../support/otlp-receiver.ts';
import { startRefusingPostgres, type RefusingPostgres } from '../support/refusing-postgres.ts';
import { requireBucket, type S3Server } from '../support/s3-server.ts';
import { placesWith, SECRET_FOLDER, storedBytes } from '../support/stored-bytes.ts';
import { until } from '../support/until.ts';
import { startWebServer, type WebServer } from '../support/web-server.ts';

/** Secrets that a reference names. That of S3 is right, the others are repeated by a server. */
const CANARIES = {
  variable: 'c4nary/of env é',
  file: 'c4nary-of-a-file',
  entry: 'c4nary of the keyring',
  header: 'c4nary-of-a-header',
  wrongKey: 'c4nary+of/a/wrong/key',
};
/** What a caller puts into the place of a reference. */
const MISPLACED = 'c4nary: in the place of a reference';

let app: TestApp;
let refusing: RefusingPostgres;
let closing: RefusingPostgres;
let web: WebServer;
let storage: S3Server;
let collector: OtlpReceiver;
/** The texts of all answers. */
const answers: string[] = [];
/** The ids of the runs that have ended. */
const runs: string[] = [];

beforeAll(async () => {
  storage = await requireBucket();
  [collector, refusing, closing, web] = await Promise.all([
    startOtlpReceiver(),
    startRefusingPostgres(),
    startRefusingPostgres('closes'),
    startWebServer(({ pathname, search }, response, { headers }) => {
      if (pathname.startsWith('/moved')) {
        response.writeHead(302, { Location: `/refused${search}` }).end();
        return;
      }
      const status = pathname.startsWith('/refused') ? 401 : 200;
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(`no JSON: ${search} ${JSON.stringify(headers)}`);
    }),
  ]);
  const variables = {
    CANARY_SECRET: CANARIES.variable,
    CANARY_HEADER: CANARIES.header,
    CANARY_KEY: storage.options.secretAccessKey ?? '',
    CANARY_WRONG_KEY: CANARIES.wrongKey,
  };
  app = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, { variables });
  await mkdir(path.join(app.dataDir, SECRET_FOLDER));
  await writeFile(path.join(app.dataDir, SECRET_FOLDER, 'password'), `${CANARIES.file}\n`);
  await call('POST', '/api/connections/keyring', { name: 'canary', value: CANARIES.entry });
});

afterAll(async () => {
  await Promise.all([app.close(), refusing.close(), closing.close(), web.close()]);
  collector.close();
});

/** The client of the service, which keeps what it answers. */
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
  const url = new URL(app.databaseUrl);
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || '5432'),
    database: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password_env: secret,
  };
}

/** Saves a flow of an input and an output. @returns its id */
async function flow(
  connectionId: string,
  [input, from]: readonly [type: string, config: object],
  [output, to]: readonly [type: string, config: object],
): Promise<string> {
  const at = { x: 0, y: 0 };
  const own = { connection_id: connectionId };
  const saved = await call('POST', '/api/flows', {
    name: 'F',
    graph_json: {
      nodes: [
        { id: 'r', type: input, position: at, data: { label: 'r', config: { ...own, ...from } } },
        { id: 'w', type: output, position: at, data: { label: 'w', config: { ...own, ...to } } },
      ],
      edges: [{ id: 'e', source: 'r', target: 'w' }],
    },
  });
  return (saved as { id: string }).id;
}

async function queryFlow(connectionId: string, query = 'SELECT 1 AS a'): Promise<string> {
  const input = { mode: 'query', query };
  return await flow(connectionId, ['sqlInput', input], ['sqlOutput', { table: 'written' }]);
}

/** Previews, runs and exports a flow. @returns the error of the run */
async function use(id: string): Promise<string | null> {
  await call('POST', `/api/flows/${id}/preview`, { node_id: 'r' });
  const run = (await call('POST', `/api/flows/${id}/runs`, {})) as Run;
  runs.push(run.id);
  await call('GET', `/api/runs/${run.id}/logs`);
  await call('POST', `/api/flows/${id}/export/python`);
  await call('GET', `/api/flows/${id}/export/document`);
  return run.error_message as string | null;
}

/** @throws when a place has a secret in any form */
async function expectNowhere(): Promise<void> {
  const places: Record<string, string> = {
    answers: answers.join('\n'),
    traces: collector.bodies.join('\n'),
    ...(await storedBytes(app)),
  };
  const secrets = [...Object.values(CANARIES), MISPLACED, storage.options.secretAccessKey ?? ''];
  expect(placesWith(secrets, places)).toEqual([]);
}

describe('secrets of connections are in no answer, row, file, log, trace or runner process', () => {
  afterEach(expectNowhere);

  it.each([
    ['CANARY_SECRET', () => 'CANARY_SECRET'],
    ['env:CANARY_SECRET', () => 'env:CANARY_SECRET'],
    ['file:', () => `file:${app.dataDir}/${SECRET_FOLDER}/password`],
    ['keyring:canary', () => 'keyring:canary'],
  ])('after tests, previews and runs that work and that fail, named as %s', async (_form, name) => {
    const secret = name();
    const repeating = { host: '127.0.0.1', port: refusing.port, password_env: secret };
    const wrong = await connection(repeating);
    expect(await call('POST', `/api/connections/${wrong}/test`)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/password is wrong.*\*\*\*/s) as unknown,
    });
    const config = { name: 'x', provider: 'postgresql', database: 'd', ...repeating };
    await call('POST', '/api/connections/test-config', config);
    expect(await call('GET', `/api/connections/${wrong}`)).toMatchObject({
      last_test_status: 'failed',
    });
    await call('GET', `/api/connections/${wrong}/tables`);
    expect(await use(await queryFlow(wrong))).toMatch(/password is wrong/);
    const cut = await connection({ ...repeating, port: closing.port });
    expect(await call('POST', `/api/connections/${cut}/test`)).toMatchObject({
      ok: false,
      message: expect.stringContaining('closed the connection') as unknown,
    });
    expect(await use(await queryFlow(await connection(trusting(secret))))).toBeNull();
  });

  it('while a run reads, and after it was cancelled or took too long', async () => {
    const id = await connection(trusting('env:CANARY_SECRET'));
    const sleeping = await queryFlow(id, 'SELECT pg_sleep(60)::text AS a');
    expect(await call('POST', `/api/flows/${sleeping}/runs`, { timeout_seconds: 2 })).toMatchObject(
      {
        status: 'failed',
      },
    );
    const run = await startOf(app, sleeping);
    await runThat(app, run, ({ status }) => status === 'running');
    const { rows, objects, logs, commands, environments } = await storedBytes(app);
    for (const place of [rows, objects]) expect(place).toContain('env:CANARY_SECRET');
    expect(logs).toContain('/api/connections');
    expect(commands).toContain('runner/main.ts serve');
    expect(environments).toContain('SERVICE_DATA_DIR=');
    await expectNowhere();
    await call('POST', `/api/runs/${run}/cancel`);
    expect((await endOf(app, run)).status).toBe('cancelled');
    await call('GET', `/api/runs/${run}`);
  });

  it('after an object storage was written, read, and refused the key', async () => {
    const fields = { provider: 's3', database: storage.bucket, host: storage.options.endpoint };
    const key = { ...fields, username: storage.options.accessKeyId };
    const path = { path: 'a.csv', format: 'csv' };
    const source = await connection(trusting('env:CANARY_SECRET'));
    const right = await connection({ ...key, password_env: 'env:CANARY_KEY' });
    const input = { connection_id: source, mode: 'query', query: 'SELECT 1 AS a' };
    const write = await flow(right, ['sqlInput', input], ['storageOutput', path]);
    expect(await use(write)).toBeNull();
    const read = await flow(right, ['storageInput', path], ['csvOutput', {}]);
    expect(await use(read)).toBeNull();
    const wrong = await connection({ ...key, password_env: 'CANARY_WRONG_KEY' });
    expect(await call('POST', `/api/connections/${wrong}/test`)).toMatchObject({ ok: false });
    await call('GET', `/api/connections/${wrong}/objects`);
    expect(await use(await flow(wrong, ['storageInput', path], ['csvOutput', {}]))).toMatch(
      /the access key may not/,
    );
  });

  it.each(['bearer', 'basic', 'api_key', 'query_param'])(
    'after a REST API repeated it, refused it and redirected, with the style %s',
    async (auth_style) => {
      for (const table of ['repeated', 'refused', 'moved']) {
        const id = await connection({
          provider: 'rest_api',
          host: web.url,
          database: null,
          options: { auth_style, endpoints: [table] },
          password_env: 'env:CANARY_HEADER',
        });
        await call('POST', `/api/connections/${id}/test`);
        const failed = await use(await flow(id, ['sqlInput', { table }], ['csvOutput', {}]));
        expect(failed).not.toBeNull();
      }
      expect(web.requests.map(({ path: at }) => at).join()).toMatch(/repeated.*refused.*moved/);
    },
  );

  it.each<[string, object]>([
    ['in the place of a reference', { password_env: MISPLACED }],
    ['as a list', { password_env: [MISPLACED] }],
    ['in a field that does not exist', { password: MISPLACED }],
    ['as an option', { options: { password: MISPLACED } }],
    ['as an option of another type', { options: MISPLACED }],
    [
      'in a header of the options',
      { provider: 'rest_api', options: { headers: { Authorization: MISPLACED } } },
    ],
    [
      'in the host',
      { host: `https://u:${encodeURIComponent(MISPLACED)}@host`, provider: 'rest_api' },
    ],
  ])(
    'after a body with a secret was rejected or its unknown field was ignored: %s',
    async (_place, fields) => {
      const body = { name: 'M', provider: 'postgresql', host: '127.0.0.1', port: 1, database: 'd' };
      for (const place of ['/api/connections/test-config', '/api/connections']) {
        await call('POST', place, { ...body, ...fields });
      }
    },
  );

  it('after the traces of all of that have been sent', async () => {
    await until(() => {
      const sent = collector.bodies.join('\n');
      return runs.every((run) => sent.includes(`"${run}"`));
    });
    expect(runs.length).toBeGreaterThan(20);
    expect(collector.bodies.join('\n')).toMatch(/password is wrong.*the access key may not/s);
  });
});

describe('a secret of a connection', () => {
  it('is read again for each use, so that a changed file counts', async () => {
    const file = path.join(app.dataDir, SECRET_FOLDER, 'later');
    const id = await connection(trusting(`file:${file}`));
    expect(await call('POST', `/api/connections/${id}/test`)).toMatchObject({
      ok: false,
      message: expect.stringContaining('file cannot be read') as unknown,
    });
    await writeFile(file, 'any');
    expect(await call('POST', `/api/connections/${id}/test`)).toMatchObject({ ok: true });
  });
});
