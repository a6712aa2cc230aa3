import { Client } from 'pg';
import { NO_CORE_DUMPS } from '../support/core-dumps.ts';
import { placesWith } from '../support/stored-bytes.ts';
import { CONNECTION_SECRETS } from './support/test-values.ts';
import { ConnectedFlows, type Step } from './support/connected-flows.ts';
import { podsOf, restartWith, untilServing } from './support/component.ts';
import { coreLimitsIn } from './support/core-limits.ts';
import { eventually } from './support/eventually.ts';
import { openBucket, type Bucket } from './support/bucket.ts';
import { untilClaimed } from './support/run-at-work.ts';
import { ScheduleObjects } from './support/schedule-objects.ts';
import { secretKeysOf } from './support/secret-keys.ts';
import { openStand, type Stand } from './support/stand.ts';
import { placesOfBytes, processesOfService } from './support/stored-bytes.ts';
import { startWitness, type Witness } from './support/witness.ts';

/**
 * The secrets of this suite: right ones of three roles and of a REST API, and one that no server takes. Only the key
 * of the object store has not been made for it.
 */
const CANARIES = {
  variable: 'c4nary/of a variable é',
  entry: 'c4nary-of-an-entry',
  file: 'c4nary-of-a-file',
  wrong: 'c4nary+that/is wrong',
  header: 'c4nary-of-a-header',
} as const;
const REPLICAS = 2;
const SLEEPING = 'SELECT pg_sleep(60)::text AS a';

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
let bucket: Bucket;
let witness: Witness;
let flows: ConnectedFlows;

beforeAll(async () => {
  stand = await openStand();
  flows = new ConnectedFlows(stand);
  const { kubernetes } = stand;
  const literal = async (name: string, ...values: readonly string[]): Promise<void> => {
    const given = values.map((value) => `--from-literal=${value}`);
    await kubernetes.kubectl('create', 'secret', 'generic', name, ...given);
  };
  bucket = await openBucket(stand, 'canary');
  await literal(
    CONNECTION_SECRETS.variables,
    `CANARY=${CANARIES.variable}`,
    `WRONG=${CANARIES.wrong}`,
    `HEADER=${CANARIES.header}`,
    `S3_KEY=${bucket.secretKey}`,
  );
  await literal(CONNECTION_SECRETS.keyring);
  await literal(CONNECTION_SECRETS.files, `canary=${CANARIES.file}`);
  const { namespace } = stand.place;
  witness = await startWitness(kubernetes, { namespace, key: CANARIES.header });
  await restartApi(`OTEL_EXPORTER_OTLP_ENDPOINT=${witness.url}`);
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
  await flows.call('POST', '/connections/keyring', { name: 'canary', value: CANARIES.entry });
});

afterAll(async () => {
  for (const { role } of SOURCES) await admin.query(`DROP ROLE IF EXISTS ${role}`);
  await admin.end();
  const names = Object.values(CONNECTION_SECRETS);
  await stand.kubernetes.kubectl('delete', 'secret', ...names, '--ignore-not-found');
  await restartApi('OTEL_EXPORTER_OTLP_ENDPOINT-');
  await Promise.all([witness.remove(), bucket.remove()]);
  await stand.close();
});

/** @param variable as `restartWith` takes it */
async function restartApi(variable: string): Promise<void> {
  const change = { replicas: REPLICAS, variables: [variable] };
  await restartWith(stand.kubernetes, 'api', change);
  await untilServing(stand.kubernetes, REPLICAS);
}

/** A step with a path of a connection to the REST API or to the bucket, which is saved. */
const ofRest = async (secret: string, table: string): Promise<Step> => {
  const options = { auth_style: 'api_key', endpoints: [table] };
  const rest = { provider: 'rest_api', host: witness.url, port: null, database: null, options };
  const id = await flows.connection({ ...rest, password_env: secret });
  return ['sqlInput', { connection_id: id, table }];
};
const ofBucket = async (secret: string, type: string): Promise<Step> => {
  const fields = { ...bucket.fields, port: null, password_env: secret };
  return [type, { connection_id: await flows.connection(fields), path: 'a.csv', format: 'csv' }];
};

describe('the secret of a connection', () => {
  it.each(SOURCES)(
    'reaches the pod of a run that names it, as $secret',
    async ({ role, secret, keys }) => {
      const id = await flows.connection({ username: role, password_env: secret });
      // The kubelet shows a Secret that is younger than its pod to the pod's API after a minute or two.
      await eventually(
        'the secret to reach the API',
        () => flows.call<{ ok: boolean }>('POST', `/connections/${id}/test`),
        ({ ok }) => ok,
        180_000,
      );
      const run = await flows.runToEnd(await flows.queryFlow(id));
      expect(run).toMatchObject({ status: 'success', error_message: null });
      expect(await stand.service.output(run.id, 'out')).toBe('a\n7\n');
      expect(await secretKeysOf(stand.kubernetes, run.id)).toEqual(keys);
    },
  );

  it.each([
    ['env:ABSENT', 'the Secret connection-variables of variables has no key ABSENT'],
    ['keyring:absent', 'the Secret connection-keyring of the keyring has no key absent'],
    ['file:/run/secrets/millrace/absent', '/run/secrets/millrace/absent'],
  ])('fails its run with the place that was searched, when %s is absent', async (secret, place) => {
    const id = await flows.connection({ username: 'of_variable', password_env: secret });
    const { status, error_message } = await flows.runToEnd(await flows.queryFlow(id));
    expect(status).toBe('failed');
    expect(error_message).toContain('Its secret is missing where the flow runs');
    expect(error_message).toContain(place);
  });

  it('can be in no core dump of a process that has it', async () => {
    const { kubernetes, service } = stand;
    const id = await flows.connection({ username: 'of_variable', password_env: 'env:CANARY' });
    const run = await service.start(await flows.queryFlow(id, SLEEPING));
    flows.runs.push(run);
    await untilClaimed(stand, run);
    for (const { metadata } of [
      ...(await kubernetes.podsOf(run)),
      ...(await podsOf(kubernetes, 'api')),
    ]) {
      const found = await coreLimitsIn(kubernetes, metadata.name);
      // A container engine has a process of its own in a pod.
      const ours = found.filter(({ command }) => command.startsWith('node '));
      expect(ours).not.toEqual([]);
      expect(ours).toEqual(ours.map(({ command }) => ({ command, limits: NO_CORE_DUMPS })));
    }
    await service.cancel(run);
    expect(await service.finished(run)).toMatchObject({ status: 'cancelled' });
  });

  it('is in nothing that is stored, printed or traced after runs that work, fail, time out and are cancelled', async () => {
    await useStorageAndRest();
    await useDatabase();
    // A body with a secret in the place of a reference is refused, and the answer does not repeat it.
    await flows.call('POST', '/connections', {
      name: 'x',
      provider: 'postgresql',
      password_env: CANARIES.wrong,
    });

    const places = await placesOfBytes(stand, admin);
    places.answers = flows.answers.join('\n');
    places.traces = await eventually(
      'the traces of all runs',
      () => witness.traces(),
      (traces) => flows.runs.every((run) => traces.includes(`"${run}"`)),
    );
    for (const place of ['database', 'objects'] as const) {
      for (const name of ['CANARY', 'S3_KEY', 'HEADER', 'WRONG']) {
        expect(places[place]).toContain(`env:${name}`);
      }
    }
    expect(places.resources).toContain('connection-variables');
    expect(places.resources).toContain('"kind": "CronJob"');
    // The service and the object store have that key by their own settings.
    expect(placesWith([...Object.values(CANARIES), bucket.secretKey], places)).toEqual([]);
    expect(placesWith(Object.values(CANARIES), await processesOfService(stand))).toEqual([]);
  });
});

/** Reads and writes by connections to a storage and a REST API that work and that fail. */
async function useStorageAndRest(): Promise<void> {
  const toBucket = await ofBucket('env:S3_KEY', 'storageOutput');
  const written = await flows.runToEnd(
    await flows.saveFlow(await ofRest('env:HEADER', 'rows'), toBucket),
  );
  expect(written).toMatchObject({ status: 'success', error_message: null });
  const flow = await flows.saveFlow(await ofBucket('env:S3_KEY', 'storageInput'));
  const schedule = await stand.service.schedule(flow, { cron: '0 0 1 1 *' });
  const [read, ...failed] = await Promise.all([
    stand.service.runNow(schedule),
    ...[
      await ofBucket('env:WRONG', 'storageInput'),
      await ofRest('env:WRONG', 'rows'),
      await ofRest('env:HEADER', 'repeated'),
    ].map(async (step) => {
      const { connection_id: id } = step[1] as { connection_id: string };
      await flows.call('POST', `/connections/${id}/test`);
      return await flows.runToEnd(await flows.saveFlow(step));
    }),
  ]);
  expect(await stand.service.output(read.id, 'out')).toBe('a\n7\n');
  expect(failed.map(({ error_message: reason }) => reason)).toEqual([
    expect.stringContaining('the access key may not'),
    expect.stringContaining('401'),
    expect.stringContaining('JSON'),
  ]);
  await new ScheduleObjects(stand).cronJobIs(schedule, 'there', () => true);
  flows.runs.push(read.id);
}

/** Reads by connections to a database that fail and take too long. */
async function useDatabase(): Promise<void> {
  const login = { username: 'of_variable', password_env: 'env:CANARY' };
  const wrong = await flows.connection({ ...login, password_env: 'env:WRONG' });
  expect(await flows.call('POST', `/connections/${wrong}/test`)).toMatchObject({ ok: false });
  const nowhere = await flows.connection({ ...login, host: 'absent.invalid' });
  const right = await flows.connection(login);
  const failed = await Promise.all([
    flows.runToEnd(await flows.queryFlow(wrong)),
    flows.runToEnd(await flows.queryFlow(nowhere)),
    flows.runToEnd(await flows.queryFlow(right, 'SELECT 1 / 0 AS a')),
    flows.runToEnd(await flows.queryFlow(right, SLEEPING), { timeout_seconds: 3 }),
  ]);
  expect(failed.map(({ status }) => status)).toEqual(failed.map(() => 'failed'));
}

describe('an incremental read in pods', () => {
  it('continues after the rows of the last run that succeeded', async () => {
    const id = await flows.connection({ username: 'of_variable', password_env: 'env:CANARY' });
    await admin.query('CREATE TABLE arrivals AS SELECT i AS a FROM generate_series(1, 2) AS i');
    await admin.query('GRANT SELECT ON arrivals TO of_variable');
    try {
      const query = 'SELECT a, 6 / (4 - a) AS b FROM arrivals';
      const flow = await flows.queryFlow(id, query, { incremental_column: 'a' });
      const first = await flows.runToEnd(flow);
      expect(first).toMatchObject({ status: 'success', error_message: null });
      expect(await stand.service.output(first.id, 'out')).toBe('a,b\n1,2\n2,3\n');
      await admin.query('INSERT INTO arrivals VALUES (3), (4)');
      // A division by zero.
      expect(await flows.runToEnd(flow)).toMatchObject({ status: 'failed' });
      await admin.query('UPDATE arrivals SET a = 5 WHERE a = 4');
      const third = await flows.runToEnd(flow);
      expect(third).toMatchObject({ status: 'success', error_message: null });
      expect(await stand.service.output(third.id, 'out')).toBe('a,b\n3,6\n5,-6\n');
    } finally {
      await admin.query('DROP TABLE arrivals');
    }
  });
});
