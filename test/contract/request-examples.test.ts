import { seedDemo } from '../../api/demo/seed-demo.ts';
import { startTestApp, type Answer, type TestApp } from '../support/app.ts';

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly examples?: readonly object[];
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Named {
  readonly id: string;
  readonly name: string;
}
interface Example {
  readonly method: string;
  readonly path: string;
  readonly body: object;
}

const SECRET = { 'X-Service-Secret': 's3cret' };
const DEMO_FLOW = 'Seattle weather by kind of day';

let app: TestApp;
let examples: readonly Example[];
/** What stands for each `{name}` in paths. */
let ids: Readonly<Record<string, string>>;
let weather: string;

beforeAll(async () => {
  const settings = { SERVICE_WEBHOOK_SECRET: 's3cret' };
  // An example names the variable.
  app = await startTestApp(settings, { variables: { SHOP_PASSWORD: 'p' } });
  await seedDemo({ url: app.url, apiToken: null });
  examples = examplesOf((await app.call('GET', '/openapi.json')).body as Document);
  const flowId = await idOf('/api/flows', DEMO_FLOW);
  weather = await idOf('/api/datasets', 'seattle-weather.csv');
  ids = {
    flow_id: flowId,
    // Their examples disable them: they are not those that the flows of the demo need.
    dataset_id: (await app.upload('/api/datasets/upload', 'n.csv', 'n\n1\n')).body.id as string,
    project_id: await created('/api/projects', { name: 'Examples' }),
    schedule_id: await created(`/api/flows/${flowId}/schedules`, { cron: '@daily' }),
    connection_id: await created('/api/connections', {
      name: 'Example',
      provider: 'postgresql',
      host: 'localhost',
      database: 'shop',
    }),
    key: 'MAX_UPLOAD_SIZE_MB',
  };
});

afterAll(() => app.close());

async function idOf(list: string, name: string): Promise<string> {
  const { body } = await app.call('GET', list);
  const found = (body as readonly Named[]).find((item) => item.name === name);
  if (found === undefined) throw new Error(`${list} has no ${name}`);
  return found.id;
}

async function created(path: string, body: object): Promise<string> {
  const answer = await app.call('POST', path, body);
  expect(answer.status).toBe(201);
  return (answer.body as Named).id;
}

function examplesOf({ paths, components }: Document): Example[] {
  const shown = ({ $ref, anyOf, examples: own }: Schema): readonly object[] => {
    if ($ref !== undefined) return shown(components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
    return own ?? anyOf?.flatMap(shown) ?? [];
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      if (schema === undefined) return [];
      return shown(schema).map((body) => ({ method: method.toUpperCase(), path, body }));
    }),
  );
}

const send = (method: string, path: string, body: object): Promise<Answer> =>
  app.call(method, path, body, path.endsWith('/trigger') ? SECRET : {});

/** An answer as this test judges it: status, and whatever a user would stumble over. */
function outcome({ status, body }: Answer): object {
  const { error_message: error, warnings, detail } = body as Record<string, unknown>;
  return { isSuccess: status < 300, error: error ?? null, warnings, detail };
}

const GOOD = { isSuccess: true, error: null, warnings: undefined, detail: undefined };

describe('the request examples of the API documentation', () => {
  it('exist for every JSON body, and succeed unchanged on the demo', async () => {
    const bodies = new Set(examples.map(({ method, path }) => `${method} ${path}`));
    expect(bodies.size).toBeGreaterThan(15);
    for (const { method, path, body } of examples) {
      const url = path.replaceAll(/\{(\w+)\}/g, (_written, name: string) => ids[name] ?? name);
      expect([method, url, outcome(await send(method, url, body))]).toEqual([method, url, GOOD]);
    }
  });

  it('begin with an example that runs every flow of the demo', async () => {
    const { body: flows } = await app.call('GET', '/api/flows?fields=summary');
    const [first] = examples.filter(({ path }) => path === '/api/flows/{flow_id}/runs');
    for (const { id, description } of flows as readonly (Named & { description: unknown })[]) {
      // Those that other examples have saved here read no dataset yet.
      if (description === null) continue;
      await app.call('PUT', `/api/flows/${id}`, { is_disabled: false });
      const answer = await app.call('POST', `/api/flows/${id}/runs`, first?.body);
      expect(outcome(answer)).toEqual(GOOD);
    }
  });

  it('include a flow that runs on the data of the demo', async () => {
    const [example] = examples.filter((one) => one.method === 'POST' && one.path === '/api/flows');
    const project_id = await idOf('/api/projects', 'Demo');
    const id = await created('/api/flows', { ...example?.body, project_id });
    const answer = await app.call('POST', `/api/flows/${id}/runs`, { input_dataset_id: weather });
    expect(outcome(answer)).toEqual(GOOD);
    expect(answer.body).toMatchObject({ status: 'success', outputs: [{ node_id: 'out' }] });
  });
});
