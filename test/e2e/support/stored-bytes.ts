import type { Client } from 'pg';
import { podsOf } from './component.ts';
import type { Stand } from './stand.ts';

const RESOURCES = [
  ...['runs', 'schedules', 'jobs', 'cronjobs', 'pods', 'events', 'configmaps'],
  ...['deployments', 'replicasets', 'statefulsets', 'services', 'leases', 'persistentvolumeclaims'],
].join(',');
const PROGRAMS = ['api', 'operator', 'runner', 's3', 'postgres'] as const;

/**
 * What an installation has stored and printed, by place: rows, objects, resources and logs.
 * @param admin may read every table of the service
 */
export async function placesOfBytes(
  { kubernetes, objects }: Stand,
  admin: Client,
): Promise<Record<string, string>> {
  const texts: string[] = [];
  for await (const { key } of objects.list('')) {
    texts.push(key, await objects.getText(key));
  }
  const places: Record<string, string> = {
    database: await rowsOf(admin),
    objects: texts.join('\n'),
    resources: await kubernetes.kubectl('get', RESOURCES, '-o', 'json'),
  };
  for (const program of PROGRAMS) {
    const pods = ['-l', `app.kubernetes.io/component=${program}`, '--tail=-1'];
    const logs = ['logs', ...pods, '--all-containers', '--max-log-requests=50', '--ignore-errors'];
    places[`log of ${program}`] = await kubernetes.kubectl(...logs);
  }
  return places;
}

/** The variables and the command lines of the processes of the API and the operator, by pod. */
export async function processesOfService({ kubernetes }: Stand): Promise<Record<string, string>> {
  const places: Record<string, string> = {};
  const read = 'cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr "\\0" "\\n"';
  for (const program of ['api', 'operator']) {
    for (const { metadata } of await podsOf(kubernetes, program)) {
      const command = ['exec', metadata.name, '--', 'sh', '-c', read];
      places[metadata.name] = await kubernetes.kubectl(...command);
    }
  }
  return places;
}

async function rowsOf(admin: Client): Promise<string> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  let text = '';
  for (const { name } of tables) {
    const { rows } = await admin.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    text += rows.map(({ row }) => row).join('\n');
  }
  return text;
}
