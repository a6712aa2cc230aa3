import { apiClient, type ApiClient } from '../../support/api-client.ts';
import type { ContractApp } from '../../support/contract-app.ts';
import { untilReady, untilServing } from '../support/component.ts';
import { eventually } from '../support/eventually.ts';
import { Kubernetes } from '../support/kubernetes.ts';
import { place } from '../support/place.ts';
import { fetchOnceConnected } from '../support/service.ts';

interface Listed {
  readonly id: string;
  readonly is_default?: boolean;
}

interface Setting {
  readonly key: string;
  readonly source: string;
}

/** Waits until the installation is ready, and deletes its flows, datasets and projects. */
export async function openInstalledApp(): Promise<ContractApp> {
  const at = place();
  const kubernetes = new Kubernetes(at);
  const app = apiClient(at.api, fetchOnceConnected);
  try {
    await untilReady(kubernetes, 'operator', 1);
    await untilServing(kubernetes, 2);
    await empty(app);
    return { ...app, close: () => kubernetes.close() };
  } catch (error) {
    await kubernetes.close();
    throw error;
  }
}

async function empty(app: ApiClient): Promise<void> {
  await resetSettings(app);
  await endRuns(app);
  for (const { id } of await all(app, '/api/flows')) {
    await remove(app, `/api/flows/${id}`);
  }
  for (const { id } of await all(app, '/api/datasets?include_deleted=true')) {
    await remove(app, `/api/datasets/${id}?purge=true`);
  }
  for (const { id, is_default } of await all(app, '/api/projects')) {
    if (is_default !== true) await remove(app, `/api/projects/${id}`);
  }
}

async function resetSettings(app: ApiClient): Promise<void> {
  for (const { key, source } of await all<Setting>(app, '/api/settings')) {
    if (source === 'override') await app.call('DELETE', `/api/settings/${key}`);
  }
}

/** A flow with an active run of a failed test cannot be deleted. */
async function endRuns(app: ApiClient): Promise<void> {
  const end = async (): Promise<Listed[]> => {
    const pending = await all(app, '/api/runs?status=pending');
    const active = [...pending, ...(await all(app, '/api/runs?status=running'))];
    for (const { id } of active) await app.call('POST', `/api/runs/${id}/cancel`);
    return active;
  };
  await eventually('all runs to finish', end, (active) => active.length === 0);
}

async function all<T = Listed>(app: ApiClient, path: string): Promise<readonly T[]> {
  const { status, body } = await app.call('GET', path);
  if (status !== 200) throw new Error(`GET ${path}: ${status}`);
  return body as readonly T[];
}

async function remove(app: ApiClient, path: string): Promise<void> {
  const { status, body } = await app.call('DELETE', path);
  if (status !== 204) throw new Error(`DELETE ${path}: ${status} ${JSON.stringify(body)}`);
}
