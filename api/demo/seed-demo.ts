import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { DEMO_DATASETS, demoDataFolder, readDemoFlows, type DemoFlow } from './demo-files.ts';

/** The address of a running service, as for any client. */
export interface ServiceAddress {
  readonly url: string;
  readonly apiToken: string | null;
}

export type SeedOutcome =
  | { readonly kind: 'seeded'; readonly datasets: number; readonly flows: number }
  | { readonly kind: 'skipped'; readonly reason: string };

/**
 * Creates a project "Demo" with public data and flows in an empty service. It uses the HTTP API, so a user
 * can create everything in the demo too. A service with any dataset or flow is not changed.
 * @throws Error when a request fails
 */
export async function seedDemo(service: ServiceAddress): Promise<SeedOutcome> {
  const folder = demoDataFolder();
  if (folder === null) return { kind: 'skipped', reason: 'the demo data is not installed' };
  if (!(await isEmpty(service))) return { kind: 'skipped', reason: 'the service is in use' };
  const project = await post(service, '/api/projects', {
    name: 'Demo',
    color: 'emerald',
    description: 'Public data and flows to try things on. Delete it when you are done.',
  });
  const ids = new Map<string, string>();
  for (const name of DEMO_DATASETS) {
    const form = new FormData();
    form.append('file', await openAsBlob(path.join(folder, name)), name);
    const dataset = await post(service, `/api/datasets/upload?project_id=${project.id}`, form);
    ids.set(name, dataset.id);
  }
  const flows = readDemoFlows();
  for (const { schedules, ...flow } of flows) {
    const body = { ...withDatasets(flow, ids), project_id: project.id };
    const { id } = await post(service, '/api/flows', body);
    for (const schedule of schedules) await post(service, `/api/flows/${id}/schedules`, schedule);
  }
  return { kind: 'seeded', datasets: ids.size, flows: flows.length };
}

function withDatasets<F extends Pick<DemoFlow, 'graph_json'>>(
  flow: F,
  ids: ReadonlyMap<string, string>,
): F {
  const nodes = flow.graph_json.nodes.map((node) => {
    const { config } = node.data;
    const id = typeof config.dataset_id === 'string' ? ids.get(config.dataset_id) : undefined;
    return id === undefined
      ? node
      : { ...node, data: { ...node.data, config: { ...config, dataset_id: id } } };
  });
  return { ...flow, graph_json: { ...flow.graph_json, nodes } };
}

async function isEmpty(service: ServiceAddress): Promise<boolean> {
  const lists = ['/api/flows', '/api/datasets?include_deleted=true'];
  const answers = await Promise.all(lists.map((route) => request(service, route, {})));
  return answers.every((answer) => Array.isArray(answer) && answer.length === 0);
}

async function post(service: ServiceAddress, route: string, body: object): Promise<{ id: string }> {
  const answer = await request(service, route, {
    method: 'POST',
    body: body instanceof FormData ? body : JSON.stringify(body),
  });
  if (typeof answer === 'object' && answer !== null && 'id' in answer) {
    return { id: String(answer.id) };
  }
  throw new Error(`POST ${route} answered without an id`);
}

async function request(
  service: ServiceAddress,
  route: string,
  init: { readonly method?: string; readonly body?: string | FormData },
): Promise<unknown> {
  const headers = new Headers();
  if (typeof init.body === 'string') headers.set('content-type', 'application/json');
  if (service.apiToken !== null) headers.set('authorization', `Bearer ${service.apiToken}`);
  const answer = await fetch(`${service.url}${route}`, { ...init, headers });
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}
