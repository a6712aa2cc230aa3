import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Connection } from '../domain/connection.ts';
import { allowedNewFile, allowedPath } from './allowed-path.ts';
import { LOCAL_DRIVER } from './providers/local/local-driver.ts';
import { openClient } from './providers/postgresql/postgresql-client.ts';
import { isReserved, systemFolders } from './reserved-folders.ts';

const before = process.env.SERVICE_DATA_DIR;
let folder: string;
let env: { readonly SERVICE_DATA_DIR: string };

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'reserved-')));
  env = { SERVICE_DATA_DIR: path.join(folder, 'data') };
  process.env.SERVICE_DATA_DIR = env.SERVICE_DATA_DIR;
  for (const inner of ['data/secrets', 'data/postgres', 'data/storage', 'data-of-others']) {
    await mkdir(path.join(folder, inner), { recursive: true });
    await writeFile(path.join(folder, inner, 'file'), inner);
  }
  await symlink(path.join(folder, 'data'), path.join(folder, 'link'));
});

afterAll(async () => {
  if (before === undefined) delete process.env.SERVICE_DATA_DIR;
  else process.env.SERVICE_DATA_DIR = before;
  await rm(folder, { recursive: true });
});

function connection(fields: Partial<Connection>): Connection {
  const none = { host: null, port: null, database: null, username: null, secret: null };
  return { id: 'c', name: 'C', provider: 'local', options: {}, ...none, ...fields };
}

const REFUSED = 'belongs to the service or the system';

describe('files that no connection may use, without any allowed folders', () => {
  it.each(['data', 'data/secrets/file', 'data/postgres/file', 'link/secrets/file'])(
    'are in the data folder of the service: %s',
    async (inner) => {
      await expect(allowedPath(path.join(folder, inner), env)).rejects.toThrow(REFUSED);
    },
  );

  it('are new ones in the data folder', async () => {
    const file = path.join(folder, 'data', 'new.db');
    await expect(allowedNewFile(file, env)).rejects.toThrow(REFUSED);
  });

  it.each([
    '/proc/self/environ',
    '/sys',
    '/run/secrets/millrace/key',
    '/run/docker.sock',
    '/etc/passwd',
    '/boot',
    '/root/notes',
  ])('are those of the system: %s', async (file) => {
    expect(await isReserved(file, env)).toBe(true);
  });

  it.each([
    ['/private/etc/passwd', 'file'],
    ['/private/var/run/secrets/key', 'folder of sockets'],
    ['/private/var/run/docker.sock', 'file'],
    ['/private/var/root/notes', 'file'],
    ['/etc/passwd', 'file'],
  ] as const)(
    'are those of the system where their names are links, as on macOS: %s',
    async (file, what) => {
      const folders = await systemFolders((name) =>
        Promise.resolve(name.replace(/^\/(etc|var)/, '/private$&')),
      );
      expect(await isReserved(file, env, what, folders)).toBe(true);
      expect(await isReserved('/private/var/db/file', env, what, folders)).toBe(false);
    },
  );

  it('are those that programs of the user keep in hidden folders', async () => {
    const home = await realpath(os.homedir());
    expect(await isReserved(path.join(home, '.ssh', 'id_ed25519'), env)).toBe(true);
  });

  it('are not the folders of sockets of databases', async () => {
    expect(await isReserved('/run/postgresql', env, 'folder of sockets')).toBe(false);
    expect(await isReserved('/run/postgresql', env, 'folder')).toBe(true);
    expect(await isReserved('/run/secrets', env, 'folder of sockets')).toBe(true);
  });

  it('are in the folders of secrets', async () => {
    const secrets = JSON.stringify([path.join(folder, 'data-of-others')]);
    const named = { ...env, SERVICE_SECRET_FILE_DIRS: secrets };
    const file = path.join(folder, 'data-of-others', 'file');
    await expect(allowedPath(file, named)).rejects.toThrow(REFUSED);
    expect(await allowedPath(file, env)).toBe(file);
  });

  it('are not those in the storage of the data folder', async () => {
    const file = path.join(folder, 'data/storage/file');
    expect(await allowedPath(file, env)).toBe(file);
  });
});

describe('a folder around reserved ones', () => {
  const around = (): ReturnType<typeof LOCAL_DRIVER.open> =>
    LOCAL_DRIVER.open({ connection: connection({ database: folder }), secret: null });

  it('lists and reads what is not reserved', async () => {
    const listed: string[] = [];
    for await (const page of around().list({ prefix: '', hasVersions: false })) {
      listed.push(...page.map((object) => object.path));
    }
    expect(listed).toEqual(['data-of-others/file']);
    const read = { path: 'data-of-others/file', maxBytes: null };
    expect(await text(await around().read(read))).toBe('data-of-others');
  });

  it('does not give a reserved file', async () => {
    const reading = around().read({ path: 'data/secrets/file', maxBytes: null });
    await expect(reading).rejects.toThrow('there is no file');
  });

  it('of the whole machine does not show the variables of a process', async () => {
    const machine = LOCAL_DRIVER.open({ connection: connection({ database: '/' }), secret: null });
    const reading = machine.read({ path: `proc/${process.pid}/environ`, maxBytes: null });
    await expect(reading).rejects.toThrow('there is no file');
  });
});

it('refuses the socket of the database of the service, which asks for no password', async () => {
  const own = connection({ provider: 'postgresql', host: path.join(folder, 'data/postgres') });
  await expect(openClient({ connection: own, secret: null })).rejects.toThrow(REFUSED);
});
