import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { openWorkspace, specOf, type TestWorkspace } from '../../test/support/flow-workspace.ts';
import { exactJson } from '../domain/exact-json.ts';
import { objectKeys } from '../domain/object-keys.ts';

const SECRET = 'c4nary/of a "driver"';
const RUN = 'r';

/** Makes the client of PostgreSQL fail as by a defect, with the secret in all that an error has. */
const DEFECT = `
import { createRequire } from 'node:module';
const pg = createRequire(process.cwd() + '/')('pg');
pg.Client.prototype.connect = async function connect() {
  const password = await this.password();
  const basic = Buffer.from('reader:' + password).toString('base64');
  const cause = new RangeError('cannot send ' + basic + ' or ' + encodeURIComponent(password));
  const error = new TypeError('no reader of ' + password, { cause });
  throw Object.assign(error, { request: { headers: { Authorization: 'Basic ' + basic }, password } });
};`;

let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await openWorkspace();
});

afterEach(() => workspace.close());

async function runToEnd(): Promise<string> {
  const preload = [
    '--import',
    `data:text/javascript;base64,${Buffer.from(DEFECT).toString('base64')}`,
  ];
  const main = [path.resolve('runner/main.ts'), 'run', '--run-id', RUN];
  const child = spawn(process.execPath, ['--no-warnings', ...preload, ...main], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      SERVICE_OBJECT_STORE: `file:${path.join(workspace.folder, 'objects')}`,
      SERVICE_DATA_DIR: workspace.folder,
      MILLRACE_SECRET_ENV_CANARY: SECRET,
    },
  });
  const [printed] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return printed;
}

it('a run whose driver has a defect logs it with its causes, and neither log nor result has the secret', async () => {
  const config = { connection_id: 'c', mode: 'query', query: 'SELECT 1 AS a' };
  const flow = {
    nodes: { in: ['sqlInput', config], out: ['fileOutput', {}] },
    edges: 'in>out',
  } as const;
  const connection = {
    id: 'c',
    name: 'Own',
    provider: 'postgresql',
    host: 'localhost',
    port: 1,
    database: 'd',
    username: 'reader',
    secret: 'env:CANARY',
    options: null,
  };
  const spec = { ...specOf({ ...flow, inputs: [] }, RUN), connections: [connection] };
  await workspace.store.put(objectKeys.runSpec(RUN), exactJson.stringify(spec));

  const printed = await runToEnd();
  const result = await workspace.store.getText(objectKeys.runResult(RUN, 1));

  expect(result).toContain('Unexpected error: no reader of ***');
  expect(printed).toMatch(/TypeError\]?: no reader of \*\*\*/);
  expect(printed).toMatch(/Caused by: RangeError: cannot send \*\*\*=* or \*\*\*/);
  for (const stored of [printed, result]) {
    expect(stored).not.toMatch(/c4nary|Authorization/);
    expect(stored).not.toContain(Buffer.from(`reader:${SECRET}`).toString('base64').slice(0, -4));
  }
});
