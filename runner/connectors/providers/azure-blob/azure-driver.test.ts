import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { requireContainer } from '../../../../test/support/azure-server.ts';
import { startFailingProxy } from '../../../../test/support/failing-proxy.ts';
import {
  describeStorageDriver,
  REFUSED_ENDPOINTS,
  type StorageRig,
} from '../../../../test/support/storage-driver-contract.ts';
import type { ObjectWriteMode } from '../../../domain/object-write-mode.ts';
import type { PendingWrite } from '../../pending-write.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import type { OpenStorage } from '../../storage/storage-driver.ts';
import { AZURE_DRIVER } from './azure-driver.ts';

const isCommit = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'PUT' && url.includes('comp=blocklist');

async function startRig(): Promise<StorageRig> {
  const { container, endpoint, account, key, client } = await requireContainer();
  return {
    fields: {
      provider: 'azure_blob',
      database: container,
      host: endpoint,
      username: account,
      secret: 'env:KEY',
    },
    secrets: {
      KEY: key,
      WRONG_KEY: Buffer.from('not this one').toString('base64'),
      NO_KEY: 'no base64!',
    },
    put: async (name, body) => {
      await client.getBlockBlobClient(name).uploadData(body);
    },
    isCommit,
    broken: [
      [{ database: 'no-such-container' }, /the container does not exist/],
      [{ database: 'No Container' }, /name of the container is invalid/],
      [{ secret: 'env:WRONG_KEY' }, /account key is not that of the account/],
      [{ secret: 'env:NO_KEY' }, /the secret is no account key/],
      [{ username: 'nobody' }, /account key is not that of the account/],
      [{ username: null }, /"username" has no name of an account/],
      [{ host: null, username: 'evil.example/' }, /3 to 24 lower-case letters/],
      [{ host: null, secret: null }, /there are no credentials/],
      [{ secret: null }, /hosts of Azure only/],
      [{ host: 'http://127.0.0.1:1' }, /nothing accepts connections/],
      ...REFUSED_ENDPOINTS,
      [{ host: 'ftp://x' }, /must be a URL/],
      [{ host: 'http://a:b@x' }, /must have no user/],
    ],
    close: () => Promise.resolve(),
  };
}

describeStorageDriver('Azure Blob Storage', startRig);

const SHARED = { path: 'shared', mode: 'overwrite' } as const;

describe('a container', () => {
  let rig: Awaited<ReturnType<typeof requireContainer>>;
  let target: ConnectionTarget;
  let storage: OpenStorage;
  let scratch: string;

  beforeAll(async () => {
    rig = await requireContainer();
    const { container: database, endpoint: host, account: username, key } = rig;
    const fields = { provider: 'azure_blob', port: null, secret: null, options: null };
    target = {
      connection: { id: 'c', name: 'A', ...fields, database, host, username },
      secret: key,
    };
    storage = AZURE_DRIVER.open(target);
    scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-azure-'));
  });

  afterAll(async () => {
    storage.close();
    await rm(scratch, { recursive: true });
  });

  async function written(
    content: string,
    write: { readonly path: string; readonly mode: ObjectWriteMode } = SHARED,
    to: OpenStorage = storage,
  ): Promise<PendingWrite> {
    const file = path.join(scratch, 'file');
    await writeFile(file, content);
    return await to.write({ ...write, file });
  }

  async function content(name: string): Promise<string> {
    const stream = await storage.read({ path: name, maxBytes: null });
    return Buffer.concat((await stream.toArray()) as Buffer[]).toString();
  }

  it('says that another write removed what was uploaded, and keeps the other one', async () => {
    const [one, two] = [await written('one'), await written('two')];
    await two.commit();
    await expect(one.commit()).rejects.toThrow(/another write of "shared" .* Run the flow again/);
    expect(await content('shared')).toBe('two');
  });

  it('knows its own blob when the answer of the commit was lost', async () => {
    const { host, ...connection } = target.connection;
    const proxy = await startFailingProxy(new URL(host ?? '').origin);
    try {
      const through = host?.replace(/:\d+/, `:${new URL(proxy.url).port}`) ?? null;
      const write = { path: 'lost', mode: 'error' } as const;
      const proxied = AZURE_DRIVER.open({
        ...target,
        connection: { ...connection, host: through },
      });
      const pending = await written('whole', write, proxied);
      proxy.failure = { at: isCommit, by: 'hanging up', isLasting: false };
      await pending.commit();
      proxied.close();
      expect(await content('lost')).toBe('whole');
    } finally {
      await proxy.close();
    }
  });

  it('does not list the folders of an account that has a hierarchy', async () => {
    const blob = rig.client.getBlockBlobClient('folder');
    await blob.upload('', 0, { metadata: { hdi_isfolder: 'true' } });
    await rig.client.getBlockBlobClient('folder/').upload('', 0);
    await rig.client.getBlockBlobClient('folder/file').upload('x', 1);
    const pages: (readonly string[])[] = [];
    const listing = { prefix: 'folder', hasVersions: false };
    for await (const page of storage.list(listing)) {
      pages.push(page.map((one) => one.path));
    }
    expect(pages.flat()).toEqual(['folder/file']);
  });

  it('refuses to write over a blob of another type', async () => {
    await rig.client.getAppendBlobClient('shared-log').create();
    const write = written('x', { path: 'shared-log', mode: 'overwrite' });
    const error: unknown = await write.catch((reason: unknown) => reason);
    expect(AZURE_DRIVER.describe(error)).toContain('blob of another type');
  });
});
