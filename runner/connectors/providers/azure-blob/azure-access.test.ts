import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  AccountSASServices,
  generateAccountSASQueryParameters,
  SASProtocol,
  StorageSharedKeyCredential,
} from '@azure/storage-blob';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { requireContainer, type AzureContainer } from '../../../../test/support/azure-server.ts';
import { testDriver } from '../../../../test/support/test-driver.ts';
import type { ConnectionFields } from '../../../domain/connection.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { AZURE_DRIVER } from './azure-driver.ts';

const before = { ...process.env };
let server: AzureContainer;

beforeAll(async () => {
  server = await requireContainer();
});

afterEach(() => {
  process.env = { ...before };
});

function target(secret: string | null, fields: Partial<ConnectionFields> = {}): ConnectionTarget {
  const empty = { host: null, port: null, username: null, secret: null, options: null };
  const own = { id: 'c', name: 'A', provider: 'azure_blob', database: server.container };
  return { connection: { ...own, ...empty, ...fields }, secret };
}

/** What the test of a connection says; null: it succeeds. */
async function failure(tested: ConnectionTarget): Promise<string | null> {
  try {
    await testDriver(AZURE_DRIVER, tested);
    return null;
  } catch (error) {
    return AZURE_DRIVER.describe(error) ?? (error as Error).message;
  }
}

function signature(permissions: string): string {
  return generateAccountSASQueryParameters(
    {
      expiresOn: new Date(Date.now() + 3_600_000),
      permissions: AccountSASPermissions.parse(permissions),
      resourceTypes: AccountSASResourceTypes.parse('sco').toString(),
      services: AccountSASServices.parse('b').toString(),
      protocol: SASProtocol.HttpsAndHttp,
    },
    new StorageSharedKeyCredential(server.account, server.key),
  ).toString();
}

describe('the secret of a connection to Azure', () => {
  it('may be a shared access signature, with a question mark or not', async () => {
    const at = { host: server.endpoint };
    expect(await failure(target(signature('rl'), at))).toBeNull();
    expect(await failure(target(`?${signature('rl')}`, at))).toBeNull();
    expect(await failure(target(signature('r'), at))).toMatch(
      /may not do this|does not allow this/,
    );
  });

  it('may be a connection string with a key or a signature', async () => {
    const { account, key, endpoint } = server;
    const withKey = `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${key};BlobEndpoint=${endpoint};`;
    expect(await failure(target(withKey))).toBeNull();
    const withSignature = `BlobEndpoint=${endpoint}/;SharedAccessSignature=${signature('rl')}`;
    expect(await failure(target(withSignature))).toBeNull();
  });

  it('names no server that connections may not reach', async () => {
    const parts = (url: string): string =>
      `AccountName=abc;AccountKey=${server.key};BlobEndpoint=${url}`;
    expect(await failure(target(parts('http://169.254.169.254')))).toContain('may not reach');
    expect(await failure(target(parts('file:///etc')))).toContain('BlobEndpoint of the connection');
    process.env.SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS = 'true';
    expect(await failure(target(parts(server.endpoint)))).toContain('may not reach');
  });
});

describe('requests to Azure', () => {
  it('look up the host by the guard, once for each connection', async () => {
    const host = server.endpoint.replace('127.0.0.1', 'localhost');
    expect(await failure(target(signature('rl'), { host }))).toBeNull();
    process.env.SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS = 'true';
    expect(await failure(target(signature('rl'), { host }))).toContain('may not reach');
  });

  it('follow no redirect', async () => {
    const asked: string[] = [];
    const other = http.createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(307, { Location: `${server.endpoint}/${server.container}` }).end();
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    try {
      const host = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      expect(await failure(target(signature('rl'), { host }))).toContain('redirects');
      expect(asked).toHaveLength(1);
    } finally {
      other.closeAllConnections();
      other.close();
    }
  });

  it('ask the workload identity of the pod when there is no secret', async () => {
    const own = { username: 'abc' };
    expect(await failure(target(null, own))).toContain('AZURE_CLIENT_ID is not set');
    const id = '11111111-2222-3333-4444-555555555555';
    Object.assign(process.env, { AZURE_CLIENT_ID: id, AZURE_TENANT_ID: id });
    process.env.AZURE_FEDERATED_TOKEN_FILE = '/nonexistent/token';
    expect(await failure(target(null, own))).toContain('the workload identity of the pod');
    process.env.SERVICE_CONNECTOR_MACHINE_IDENTITY = 'false';
    expect(await failure(target(null, own))).toContain('SERVICE_CONNECTOR_MACHINE_IDENTITY=true');
  });
});
