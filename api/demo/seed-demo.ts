import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { DemoClient, type Named, type ServiceAddress } from './demo-client.ts';
import { DEMO_DATASETS, demoDataFolder, readDemoFlows, withDatasets } from './demo-files.ts';
import { DEMO_PROJECT, UNFINISHED_DEMO } from './demo-project.ts';

export type SeedOutcome =
  | { readonly kind: 'seeded'; readonly datasets: number; readonly flows: number }
  | { readonly kind: 'skipped'; readonly reason: string };

/**
 * Creates a project "Demo" with public data and flows in an empty service, or adds what an interrupted seed
 * did not. It uses the HTTP API, so a user can create everything in the demo too. A service with any other
 * dataset or flow is not changed.
 * @param storageFolder the folder of a connection "Local Storage"; null: none is created
 * @throws Error when a request fails
 */
export async function seedDemo(
  service: ServiceAddress,
  storageFolder: string | null = null,
): Promise<SeedOutcome> {
  const folder = demoDataFolder();
  if (folder === null) return { kind: 'skipped', reason: 'the demo data is not installed' };
  const client = new DemoClient(service);
  const project = await openProject(client);
  if (project === null) return { kind: 'skipped', reason: 'the service is in use' };
  const ids = await seedDatasets(client, project, folder);
  const flows = await seedFlows(client, project, ids);
  if (storageFolder !== null) await seedConnection(client, storageFolder);
  await client.update(`/api/projects/${project.id}`, DEMO_PROJECT);
  return { kind: 'seeded', datasets: ids.size, flows };
}

/** Returns the project to fill; null when the service is in use. */
async function openProject(client: DemoClient): Promise<Named | null> {
  const content = ['/api/flows', '/api/datasets?include_deleted=true'];
  const lists = await Promise.all(content.map((route) => client.list(route)));
  const isEmpty = lists.every((list) => list.length === 0);
  const projects = await client.list('/api/projects');
  const demo = projects.find(({ name }) => name === UNFINISHED_DEMO.name);
  if (demo?.description === UNFINISHED_DEMO.description) return demo;
  if (!isEmpty) return null;
  if (demo === undefined) {
    return await client.create('/api/projects', { ...DEMO_PROJECT, ...UNFINISHED_DEMO });
  }
  await client.update(`/api/projects/${demo.id}`, UNFINISHED_DEMO);
  return demo;
}

/** Uploads the datasets that the project does not have. @returns the ids of all by name */
async function seedDatasets(
  client: DemoClient,
  project: Named,
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const existing = await client.list(`/api/datasets?project_id=${project.id}`);
  const ids = new Map(existing.map(({ name, id }) => [name, id]));
  for (const name of DEMO_DATASETS) {
    if (ids.has(name)) continue;
    const form = new FormData();
    form.append('file', await openAsBlob(path.join(folder, name)), name);
    const dataset = await client.create(`/api/datasets/upload?project_id=${project.id}`, form);
    ids.set(name, dataset.id);
  }
  return ids;
}

/** Creates the flows and schedules that the project does not have. @returns the number of flows of the demo */
async function seedFlows(
  client: DemoClient,
  project: Named,
  datasets: ReadonlyMap<string, string>,
): Promise<number> {
  const existing = await client.list(`/api/flows?project_id=${project.id}`);
  const flows = readDemoFlows();
  for (const { schedules, ...flow } of flows) {
    const body = { ...withDatasets(flow, datasets), project_id: project.id };
    const { id } =
      existing.find(({ name }) => name === flow.name) ?? (await client.create('/api/flows', body));
    const route = `/api/flows/${id}/schedules`;
    const { length } = await client.list(route);
    for (const schedule of schedules.slice(length)) await client.create(route, schedule);
  }
  return flows.length;
}

/** Creates a connection to a local folder, unless the service has connections. */
async function seedConnection(client: DemoClient, folder: string): Promise<void> {
  const route = '/api/connections';
  if ((await client.list(route)).length > 0) return;
  await client.create(route, { name: 'Local Storage', provider: 'local', database: folder });
}
