import { startTestApp, type TestApp } from '../support/app.ts';
import { isLeftToNight } from '../support/nightly.ts';
import {
  runSchemathesis,
  schemathesisPython,
  schemathesisSeed,
  type SchemathesisRun,
} from '../support/schemathesis.ts';

const TOKEN = 'tok123';
const AUTHORIZATION = { Authorization: `Bearer ${TOKEN}` };
/** A request that fits its schema may still break a rule: it gets 400 with a sentence. */
const CHECKS = ['--exclude-checks', 'positive_data_acceptance', '--continue-on-failure'];

const python = await schemathesisPython();
const seed = schemathesisSeed();
const isShort = isLeftToNight('ten minutes of requests');
/** Seconds in which all routes and those with existing ids are tried. */
const [ALL_SECONDS, EXISTING_SECONDS] = isShort ? [40, 25] : [400, 200];
const EXAMPLES = isShort ? '5' : '1000';
/** Beyond the time of schemathesis: its start, and its report. */
const REPORTED_WITHIN_SECONDS = 75;

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp({
    SERVICE_API_TOKEN: TOKEN,
    SERVICE_WEBHOOK_SECRET: 's3cret',
    SERVICE_MAX_UPLOAD_SIZE_MB: '1',
  });
});

afterEach(() => app.close());

async function idOf(answer: ReturnType<TestApp['call']>): Promise<string> {
  const { status, body } = await answer;
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

const post = (route: string, body?: unknown): ReturnType<TestApp['call']> =>
  app.call('POST', route, body, AUTHORIZATION);

async function upload(name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob(['id,name\n1,a\n2,\n']), name);
  const url = `${app.url}/api/datasets/upload`;
  const answer = await fetch(url, { method: 'POST', body: form, headers: AUTHORIZATION });
  return ((await answer.json()) as { id: string }).id;
}

async function findings(
  run: Pick<SchemathesisRun, 'settings' | 'options'> & { readonly seconds: number },
): Promise<string> {
  const document = (await app.call('GET', '/openapi.json')).body as object;
  const { exitCode, report } = await runSchemathesis(python, {
    document,
    url: app.url,
    seed,
    headers: { ...AUTHORIZATION, 'X-Service-Secret': 's3cret' },
    ...(run.settings === undefined ? {} : { settings: run.settings }),
    options: [
      ...CHECKS,
      '--max-examples',
      EXAMPLES,
      '--max-time',
      String(run.seconds),
      ...run.options,
    ],
    limitMs: (run.seconds + REPORTED_WITHIN_SECONDS) * 1000,
  });
  const defects = (await app.readLogs()).filter(
    (event) => event.msg === 'request' && event.status === 500,
  );
  expect(defects).toEqual([]);
  return exitCode === 0 ? '' : report;
}

describe(`a client that sends what the OpenAPI document allows and forbids (seed ${seed})`, () => {
  it(
    'finds nothing on any route, also when it follows what answers link to',
    async () => {
      const settings = `
        [phases.fuzzing.error-feedback]
        # Else it learns from "missing" that a field is always needed; rows can stand for dataset_id.
        enabled = false
        [[operations]]
        # It answers whether a secret exists: 200 with "exists": false for a removed one.
        include-name = "GET /api/connections/keyring/{name}"
        [operations.checks.use_after_free]
        enabled = false`;
      expect(await findings({ settings, options: [], seconds: ALL_SECONDS })).toBe('');
    },
    (ALL_SECONDS + 2 * REPORTED_WITHIN_SECONDS) * 1000,
  );

  it(
    'finds nothing on datasets, flows and runs that there are',
    async () => {
      const read = await upload('read.csv');
      const other = await upload('other.csv');
      const graph_json = {
        nodes: [
          { id: 'in', type: 'fileInput', data: { config: { dataset_id: read, format: 'csv' } } },
          { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
        ],
        edges: [{ source: 'in', target: 'out' }],
      };
      const flow = await idOf(post('/api/flows', { name: 'F', graph_json }));
      const run = await idOf(post(`/api/flows/${flow}/runs`));
      const settings = `
        [[operations]]
        include-path-regex = "^/api/datasets/"
        parameters = { dataset_id = "${other}", version_number = 1 }
        [[operations]]
        # It takes a new header for data that must be refused; any request may have headers of its own.
        include-path-regex = "^/api/flows/.flow_id./trigger$"
        parameters = { flow_id = "${flow}" }
        [operations.checks.negative_data_rejection]
        enabled = false
        [[operations]]
        include-path-regex = "^/api/flows/"
        parameters = { flow_id = "${flow}" }
        [[operations]]
        include-path-regex = "^/api/runs/"
        parameters = { run_id = "${run}" }`;
      const existing = [
        '--include-path-regex',
        '^/api/(datasets/.dataset_id.|flows/.flow_id./|runs/.run_id.)',
        ...['--exclude-method', 'DELETE', '--phases', 'coverage,fuzzing'],
      ];
      expect(await findings({ settings, options: existing, seconds: EXISTING_SECONDS })).toBe('');
    },
    (EXISTING_SECONDS + 2 * REPORTED_WITHIN_SECONDS) * 1000,
  );
});
