import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { requireContainer } from '../../../../test/support/azure-server.ts';
import {
  describeStorageDriver,
  type StorageRig,
} from '../../../../test/support/storage-driver-contract.ts';
import type { PendingWrite } from '../../pending-write.ts';
import type { ConnectionTarget } from '../../provider.ts';
import { AZURE_DRIVER } from './azure-driver.ts';

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
      [{ host: 'http://169.254.169.254' }, /may not reach/],
      [{ host: 'ftp://x' }, /must be a URL/],
      [{ host: 'http://a:b@x' }, /must have no user/],
    ],
    close: () => Promise.resolve(),
  };
}

describeStorageDriver('Azure Blob Storage', startRig);

describe('a container', () => {
  let rig: Awaited<ReturnType<typeof requireContainer>>;
  let target: ConnectionTarget;
  let scratch: string;

  beforeAll(async () => {
    rig = await requireContainer();
    const { container: database, endpoint: host, account: username, key } = rig;
    const fields = { provider: 'azure_blob', port: null, secret: null, options: null };
    target = {
      connection: { id: 'c', name: 'A', ...fields, database, host, username },
      secret: key,
    };
    scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-azure-'));
  });

  afterAll(() => rm(scratch, { recursive: true }));

  async function written(content: string): Promise<PendingWrite> {
    const file = path.join(scratch, 'file');
    await writeFile(file, content);
    return await AZURE_DRIVER.write(target, { path: 'shared', mode: 'overwrite', file });
  }

  it('says that another write removed what was uploaded, and keeps the other one', async () => {
    const [one, two] = [await written('one'), await written('two')];
    await two.commit();
    await expect(one.commit()).rejects.toThrow(/another write of "shared" .* Run the flow again/);
    const kept = await AZURE_DRIVER.read(target, { path: 'shared', maxBytes: null });
    expect(Buffer.concat((await kept.toArray()) as Buffer[]).toString()).toBe('two');
  });

  it('does not list the folders of an account that has a hierarchy', async () => {
    const blob = rig.client.getBlockBlobClient('folder');
    await blob.upload('', 0, { metadata: { hdi_isfolder: 'true' } });
    await rig.client.getBlockBlobClient('folder/').upload('', 0);
    await rig.client.getBlockBlobClient('folder/file').upload('x', 1);
    const pages: (readonly string[])[] = [];
    for await (const page of AZURE_DRIVER.list(target, 'folder')) pages.push(page);
    expect(pages.flat()).toEqual(['folder/file']);
  });

  it('refuses to write over a blob of another type', async () => {
    await rig.client.getAppendBlobClient('shared-log').create();
    const file = path.join(scratch, 'file');
    await writeFile(file, 'x');
    const write = AZURE_DRIVER.write(target, { path: 'shared-log', mode: 'overwrite', file });
    const error: unknown = await write.catch((reason: unknown) => reason);
    expect(AZURE_DRIVER.describe(error)).toContain('blob of another type');
  });
});
