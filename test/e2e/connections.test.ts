import { Client } from 'pg';
import { CONNECTION_SECRETS } from './support/test-values.ts';
import { fetchOnceConnected, type RunAnswer } from './support/service.ts';
import { podsOf } from './support/component.ts';
import { eventually } from './support/eventually.ts';
import { openStand, type Stand } from './support/stand.ts';
import { placesOfBytes } from './support/stored-bytes.ts';

/** The secrets of this suite by their scheme: right ones of three roles, and one that no server takes. */
const CANARIES = {
  variable: 'c4nary/of a variable é',
  entry: 'c4nary-of-an-entry',
  file: 'c4nary-of-a-file',
  wrong: 'c4nary-that-is-wrong',
  header: 'c4nary-of-a-header',
} as const;

/** The reference of each secret, and the keys that the pod of its run gets. */
const SOURCES = [
  { role: 'of_variable', secret: 'env:CANARY', keys: [`${CONNECTION_SECRETS.variables}/CANARY`] },
  { role: 'of_entry', secret: 'keyring:canary', keys: [`${CONNECTION_SECRETS.keyring}/canary`] },
  {
    role: 'of_file',
    secret: 'file:/run/secrets/millrace/canary',
    keys: [`${CONNECTION_SECRETS.files}/canary`],
  },
] as const;

let stand: Stand;
let admin: Client;
/** The texts of all answers of the API. */
const answers: string[] = [];

beforeAll(async () => {
  stand = await openStand();
  const { kubernetes } = stand;
  const literal = async (name: string, ...values: readonly string[]): Promise<void> => {
    const given = values.map((value) => `--from-literal=${value}`);
    await kubernetes.kubectl('create', 'secret', 'generic', name, ...given);
  };
  await literal(
    CONNECTION_SECRETS.variables,
    `CANARY=${CANARIES.variable}`,
    `WRONG=${CANARIES.wrong}`,
    `HEADER=${CANARIES.header}`,
  );
  await literal(CONNECTION_SECRETS.keyring);
  await literal(CONNECTION_SECRETS.files, `canary=${CANARIES.file}`);
  const { password } = await kubernetes.secret('millrace-postgres');
  const { hostname, port } = new URL(stand.place.postgres);
  admin = new Client({ host: hostname, port: Number(port), user: 'millrace', password });
  await admin.connect();
  const passwords = [CANARIES.variable, CANARIES.entry, CANARIES.file];
  for (const [index, { role }] of SOURCES.entries()) {
    await admin.query(
      `CREATE ROLE ${role} LOGIN PASSWORD ${admin.escapeLiteral(passwords[index]!)}`,
    );
  }
  await call('POST', '/connections/keyring', { name: 'canary', value: CANARIES.entry });
});

afterAll(async () => {
  for (const { role } of SOURCES) await admin.query(`DROP ROLE IF EXISTS ${role}`);
  await admin.end();
  const names = Object.values(CONNECTION_SECRETS);
  await stand.kubernetes.kubectl('delete', 'secret', ...names, '--ignore-not-found');
  await stand.close();
});

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetchOnceConnected(`${stand.place.api}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.text();
  answers.push(text);
  return JSON.parse(text === '' ? 'null' : text) as T;
}

/** Saves a connection to the PostgreSQL of the installation. @returns its id */
async function connection(fields: object): Promise<string> {
  const { id } = await call<{ id: string }>('POST', '/connections', {
    name: `C ${crypto.randomUUID()}`,
    provider: 'postgresql',
    host: 'millrace-postgres',
    port: 5432,
    database: 'millrace',
    ...fields,
  });
  return id;
}

/** Saves a flow of one query. @param more of the config of its input @returns its id */
async function queryFlow(
  connectionId: string,
  query = 'SELECT 7 AS a',
  more: object = {},
): Promise<string> {
  const config = { connection_id: connectionId, mode: 'query', query, ...more };
  const at = { x: 0, y: 0 };
  return await stand.service.saveFlow('Query', {
    nodes: [
      { id: 'in', type: 'sqlInput', position: at, data: { label: 'in', config } },
      {
        id: 'out',
        type: 'fileOutput',
        position: at,
        data: { label: 'out', config: { format: 'csv' } },
      },
    ],
    edges: [{ id: 'e', source: 'in', target: 'out' }],
  });
}

async function runToEnd(flow: string, options: object = {}): Promise<RunAnswer> {
  return await call<RunAnswer>('POST', `/flows/${flow}/runs`, options);
}

/** `SECRET/KEY` of every key that the pod of a run gets, by a variable or a file. */
async function keysOf(run: string): Promise<readonly string[]> {
  const name = ['-l', `millrace.dev/run=${run}`, '-o', 'json'];
  const { items } = JSON.parse(await stand.kubernetes.kubectl('get', 'pods', ...name)) as PodList;
  const [pod] = items;
  const variables = pod!.spec.containers.flatMap(({ env }) =>
    env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
  );
  const files = pod!.spec.volumes.flatMap(({ secret }) =>
    (secret?.items ?? []).map(({ key }) => ({ name: secret!.secretName, key })),
  );
  const isOfConnections = ({ name }: SecretKey): boolean =>
    Object.values<string>(CONNECTION_SECRETS).includes(name);
  return [...variables, ...files].filter(isOfConnections).map(({ name, key }) => `${name}/${key}`);
}

interface SecretKey {
  readonly name: string;
  readonly key: string;
}

interface PodList {
  readonly items: readonly {
    readonly spec: {
      readonly containers: readonly {
        readonly env: readonly { readonly valueFrom?: { readonly secretKeyRef?: SecretKey } }[];
      }[];
      readonly volumes: readonly {
        readonly secret?: {
          readonly secretName: string;
          readonly items?: readonly { readonly key: string }[];
        };
      }[];
    };
  }[];
}

describe('the secret of a connection', () => {
  it.each(SOURCES)(
    'reaches the pod of a run that names it, as $secret',
    async ({ role, secret, keys }) => {
      const id = await connection({ username: role, password_env: secret });
      // The kubelet shows a Secret that is younger than its pod to the pod's API after a minute or two.
      await eventually(
        'the secret to reach the API',
        () => call<{ ok: boolean }>('POST', `/connections/${id}/test`),
        ({ ok }) => ok,
        180_000,
      );
      const run = await runToEnd(await queryFlow(id));
      expect(run).toMatchObject({ status: 'success', error_message: null });
      expect(await stand.service.output(run.id, 'out')).toBe('a\n7\n');
      expect(await keysOf(run.id)).toEqual(keys);
    },
  );

  it.each([
    ['env:ABSENT', 'the Secret connection-variables of variables has no key ABSENT'],
    ['keyring:absent', 'the Secret connection-keyring of the keyring has no key absent'],
    ['file:/run/secrets/millrace/absent', '/run/secrets/millrace/absent'],
  ])('fails its run with the place that was searched, when %s is absent', async (secret, place) => {
    const id = await connection({ username: 'of_variable', password_env: secret });
    const { status, error_message } = await runToEnd(await queryFlow(id));
    expect(status).toBe('failed');
    expect(error_message).toContain('Its secret is missing where the flow runs');
    expect(error_message).toContain(place);
  });

  it('is in nothing that is stored or printed after runs that fail, time out and are cancelled', async () => {
    const wrong = await connection({ username: 'of_variable', password_env: 'env:WRONG' });
    expect(await call('POST', `/connections/${wrong}/test`)).toMatchObject({ ok: false });
    expect(await runToEnd(await queryFlow(wrong))).toMatchObject({ status: 'failed' });
    const nowhere = { username: 'of_variable', password_env: 'env:CANARY', host: 'absent.invalid' };
    expect(await runToEnd(await queryFlow(await connection(nowhere)))).toMatchObject({
      status: 'failed',
    });
    const right = await connection({ username: 'of_variable', password_env: 'env:CANARY' });
    expect(await runToEnd(await queryFlow(right, 'SELECT 1 / 0 AS a'))).toMatchObject({
      status: 'failed',
    });
    const sleeping = await queryFlow(right, 'SELECT pg_sleep(60)::text AS a');
    expect(await runToEnd(sleeping, { timeout_seconds: 3 })).toMatchObject({ status: 'failed' });
    const cancelled = await stand.service.start(sleeping);
    await stand.service.started(cancelled);
    await stand.service.cancel(cancelled);
    expect(await stand.service.finished(cancelled)).toMatchObject({ status: 'cancelled' });
    // A body with a secret in the place of a reference is refused, and the answer does not repeat it.
    await call('POST', '/connections', {
      name: 'x',
      provider: 'postgresql',
      password_env: CANARIES.wrong,
    });

    const places = await placesOfBytes(stand, admin);
    places.answers = answers.join('\n');
    expect(places.database).toContain('env:CANARY');
    expect(places.objects).toContain('env:CANARY');
    expect(places.resources).toContain('connection-variables');
    for (const pod of [
      ...(await podsOf(stand.kubernetes, 'api')),
      ...(await podsOf(stand.kubernetes, 'operator')),
    ]) {
      const { name } = pod.metadata;
      places[name] = await stand.kubernetes.kubectl(
        'exec',
        name,
        '--',
        'sh',
        '-c',
        'cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr "\\0" "\\n"',
      );
    }
    const found = Object.entries(places).flatMap(([place, text]) =>
      Object.values(CANARIES)
        .flatMap((canary) => [
          canary,
          encodeURIComponent(canary),
          Buffer.from(canary).toString('base64').replace(/.?=*$/, ''),
        ])
        .filter((form) => text.includes(form))
        .map((form) => ({ place, form })),
    );
    expect(found).toEqual([]);
  });
});

describe('an incremental read in pods', () => {
  it('continues after the rows of the last run that succeeded', async () => {
    const id = await connection({ username: 'of_variable', password_env: 'env:CANARY' });
    await admin.query('CREATE TABLE arrivals AS SELECT i AS a FROM generate_series(1, 2) AS i');
    await admin.query('GRANT SELECT ON arrivals TO of_variable');
    try {
      const query = 'SELECT a, 6 / (4 - a) AS b FROM arrivals';
      const flow = await queryFlow(id, query, { incremental_column: 'a' });
      const first = await runToEnd(flow);
      expect(first).toMatchObject({ status: 'success', error_message: null });
      expect(await stand.service.output(first.id, 'out')).toBe('a,b\n1,2\n2,3\n');
      await admin.query('INSERT INTO arrivals VALUES (3), (4)');
      // A division by zero.
      expect(await runToEnd(flow)).toMatchObject({ status: 'failed' });
      await admin.query('UPDATE arrivals SET a = 5 WHERE a = 4');
      const third = await runToEnd(flow);
      expect(third).toMatchObject({ status: 'success', error_message: null });
      expect(await stand.service.output(third.id, 'out')).toBe('a,b\n3,6\n5,-6\n');
    } finally {
      await admin.query('DROP TABLE arrivals');
    }
  });
});
