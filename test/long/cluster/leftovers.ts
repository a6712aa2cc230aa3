import { Client } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { RUN_LABEL } from '../../../kubernetes/resources/metadata-keys.ts';
import { paths } from '../../../kubernetes/resources/paths.ts';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import type { Stand } from '../../e2e/support/stand.ts';
import { knownRuns, orphanedRows } from '../chaos/orphaned-rows.ts';

const POLL_INTERVAL_MS = 1000;

/** Lists what an installation without active runs has besides its data. */
export async function listLeftovers(stand: Stand, goneWithinMs: number): Promise<string[]> {
  return [...(await orphanedResources(stand, goneWithinMs)), ...(await orphanedData(stand))];
}

/** Waits until retention has deleted the Runs, Jobs and pods. @returns those that still exist */
async function orphanedResources(
  { kubernetes, place }: Stand,
  withinMs: number,
): Promise<string[]> {
  const list = async (kind: 'runs' | 'jobs' | 'pods', labelSelector: string): Promise<string[]> => {
    const path = paths[kind](place.namespace);
    const query = { labelSelector };
    const { items } = await kubernetes.api.request<{ items: readonly KubeObject[] }>(path, {
      query,
    });
    return items.map(({ metadata }) => `${kind} ${metadata.name}`);
  };
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await Promise.all([
      list('runs', ''),
      list('jobs', RUN_LABEL),
      list('pods', RUN_LABEL),
    ]);
    if (found.flat().length === 0 || performance.now() > deadline) return found.flat();
    await delay(POLL_INTERVAL_MS);
  }
}

/** Orphaned rows and objects. */
async function orphanedData({ kubernetes, place, objects }: Stand): Promise<string[]> {
  const path = 'jsonpath={.data.database-url}';
  const text = await kubernetes.kubectl('get', 'secret', 'millrace-postgres', '-o', path);
  const url = new URL(Buffer.from(text, 'base64').toString());
  url.host = new URL(place.postgres).host;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    const known = await knownRuns(client);
    const found = await orphanedRows(client);
    for await (const { key } of objects.list('uploads/')) found.push(`object ${key}`);
    for await (const { key } of objects.list('runs/'))
      if (!known.has(key.split('/')[1] ?? '')) found.push(`object without a run: ${key}`);
    return found;
  } finally {
    await client.end();
  }
}
