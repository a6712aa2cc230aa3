import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startTestApp({}, { variables: { SHOP_PASSWORD: 'p' } });
  folder = path.join(app.dataDir, 'secrets');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'shop'), 'p');
});

afterAll(() => app.close());

const FIELDS = { provider: 'postgresql', host: '127.0.0.1', port: 1, database: 'd', username: 'u' };

function connection(reference: string): object {
  return { name: `M ${crypto.randomUUID()}`, ...FIELDS, password_env: reference };
}

interface Warning {
  readonly code: string;
  readonly field: string;
  readonly message: string;
}

function warningsOf({ body }: { readonly body: unknown }): readonly Warning[] {
  const { warnings = [] } = body as { readonly warnings?: readonly Warning[] };
  return warnings;
}

describe('a secret that runs would not find', () => {
  it.each([
    ['env:SHOP_PASWORD', /names an environment variable that is not set where runs execute/],
    ['hunter2secret', /If it is the secret itself, remove it here/],
  ])('is a warning when a connection is saved, changed or tested: %s', async (reference, text) => {
    const made = await app.call('POST', '/api/connections', connection(reference));
    const of = `/api/connections/${String(made.body.id)}`;
    const answers = [
      made,
      await app.call('PATCH', of, { password_env: reference }),
      await app.call('POST', '/api/connections/test-config', connection(reference)),
    ];
    for (const answer of answers) {
      const warnings = warningsOf(answer);
      expect(warnings).toMatchObject([{ code: 'missing_secret', field: 'password_env' }]);
      expect(warnings[0]?.message).toMatch(text);
      expect(warnings[0]?.message).not.toContain(reference.replace('env:', ''));
    }
    expect(made.status).toBe(201);
    expect(warningsOf(await app.call('PATCH', of, { port: 2 }))).toEqual([]);
  });

  it('is a warning when it is a file that does not exist, also behind a link or in a circle of them', async () => {
    await symlink('other', path.join(folder, 'link'));
    await symlink('circle', path.join(folder, 'circle'));
    for (const name of ['other', 'link', 'circle']) {
      const body = connection(`file:${path.join(folder, name)}`);
      expect(warningsOf(await app.call('POST', '/api/connections', body))).toMatchObject([
        { code: 'missing_secret', message: expect.stringMatching(/file that does not/) as unknown },
      ]);
    }
  });

  it.each(['SHOP_PASSWORD', 'env:SHOP_PASSWORD', 'file', 'keyring:shop'])(
    'is no warning when it is there, or only the keyring knows: %s',
    async (reference) => {
      const text = reference === 'file' ? `file:${path.join(folder, 'shop')}` : reference;
      const made = await app.call('POST', '/api/connections', connection(text));
      expect([made.status, warningsOf(made)]).toEqual([201, []]);
    },
  );
});

describe('a file outside of the folders of secrets', () => {
  it('is rejected with the names of the folders', async () => {
    const made = await app.call('POST', '/api/connections', connection('file:/etc/shop'));
    expect(made.status).toBe(400);
    expect(made.body.detail).toContain(`folders of secrets: ${folder}, /run/secrets`);
  });

  it.each(['POST /api/connections/test-config', 'POST /api/connections'])(
    'is answered alike whether it exists or not: %s',
    async (operation) => {
      const [method = '', route = ''] = operation.split(' ');
      const inFolder = (): string => path.join(folder, crypto.randomUUID());
      const [link, dangling, chained] = [inFolder(), inFolder(), inFolder()];
      const files = ['/etc/passwd', '/etc/no-such-file', link, dangling, chained];
      await symlink('/etc/passwd', link);
      await symlink('../../../../../../../etc/no-such-file', dangling);
      await symlink(dangling, chained);
      const answers = await Promise.all(
        files.map(async (file) => {
          const { status, body } = await app.call(method, route, connection(`file:${file}`));
          return { status, body };
        }),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(JSON.stringify(answers[0])).toContain('outside of the folders of secrets');
      expect(answers.flatMap(warningsOf)).toEqual([]);
    },
  );
});

describe('the page on secrets', () => {
  it('has the default folders and the code of the warning', async () => {
    const page = await readFile(path.resolve(import.meta.dirname, '../../docs/secrets.md'), 'utf8');
    for (const word of ['.millrace/secrets', '/run/secrets', 'missing_secret']) {
      expect(page).toContain(word);
    }
  });
});
