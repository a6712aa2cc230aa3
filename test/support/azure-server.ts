import { ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { errorMessage } from '../../runner/domain/error-message.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { npmTool } from './npm-tool.ts';
import { requestSharedServer, type SharedServer } from './shared-servers.ts';

/** The account of the shared server, Azurite. */
export interface AzureAccount {
  /** The URL of the account, without a slash at the end. */
  readonly endpoint: string;
  readonly account: string;
  readonly key: string;
}

/** An empty container on the shared server of a Jest run. */
export interface AzureContainer extends AzureAccount {
  readonly container: string;
  /** For what other programs do. */
  readonly client: ContainerClient;
}

/** Installs the server. @returns the reason for a skip; null when it is installed */
export async function lackForAzure(): Promise<string | null> {
  try {
    await npmTool('azurite');
    return null;
  } catch (error) {
    return `npm could not install Azurite: ${errorMessage(error).split('\n', 1)[0] ?? ''}`;
  }
}

/** Creates a container on Azurite, which npm installs once into the user's cache folder. */
export async function requireContainer(): Promise<AzureContainer> {
  const server = JSON.parse(await requestSharedServer('azure')) as AzureAccount;
  const container = `millrace-${randomUUID()}`;
  const credential = new StorageSharedKeyCredential(server.account, server.key);
  const client = new ContainerClient(`${server.endpoint}/${container}`, credential);
  await client.create();
  return { ...server, container, client };
}

/** @returns the address has the account as JSON */
export async function startAzureServer(): Promise<SharedServer> {
  const installed = await npmTool('azurite');
  const [account, key] = ['millracetest', randomBytes(32).toString('base64')];
  const program = path.join(installed, 'node_modules/azurite/dist/src/blob/main.js');
  const { port, stop } = await startLoopbackServer({
    name: 'azure',
    binary: process.execPath,
    args: (free, folder) => [
      program,
      ...['--blobHost', '127.0.0.1', '--blobPort', String(free), '--location', folder],
      ...['--silent', '--disableTelemetry', '--skipApiVersionCheck'],
    ],
    env: { AZURITE_ACCOUNTS: `${account}:${key}` },
  });
  const server: AzureAccount = { endpoint: `http://127.0.0.1:${port}/${account}`, account, key };
  return { address: JSON.stringify(server), stop };
}
