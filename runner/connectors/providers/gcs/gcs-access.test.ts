import { createVerify, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requireGcsBucket, type GcsBucketOfTests } from '../../../../test/support/gcs-server.ts';
import { testDriver } from '../../../../test/support/test-driver.ts';
import type { ConnectionFields } from '../../../domain/connection.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { GCS_DRIVER } from './gcs-driver.ts';
import { metadataToken } from './gcs-tokens.ts';

const TOKEN = 'token-of-tests';
const before = { ...process.env };
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
let storage: GcsBucketOfTests;
const servers: http.Server[] = [];

beforeAll(async () => {
  storage = await requireGcsBucket();
});

afterEach(() => {
  process.env = { ...before };
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** @returns the URL of a server on loopback */
async function listening(handler: Handler): Promise<string> {
  const server = http.createServer(handler);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that gives tokens to who signs with the key of tests, and passes requests with one on. */
async function gateway(asked: string[] = []): Promise<string> {
  return await listening((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/token') void answerToken(request, response);
    else if (request.headers.authorization === `Bearer ${TOKEN}`) pass(request, response);
    else response.writeHead(401).end();
  });
}

async function answerToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = Buffer.concat((await request.toArray()) as Buffer[]).toString();
  const assertion = new URLSearchParams(text).get('assertion') ?? '';
  const isValid = isClaimed(assertion, `http://${request.headers.host ?? ''}/token`);
  response.writeHead(isValid ? 200 : 400, { 'Content-Type': 'application/json' });
  const answer = { access_token: TOKEN, expires_in: 3600 };
  response.end(JSON.stringify(isValid ? answer : { error: 'invalid_grant' }));
}

/** Whether the account of tests has signed a claim for an audience. */
function isClaimed(assertion: string, audience: string): boolean {
  const [header = '', claims = '', signature = ''] = assertion.split('.');
  const signed = createVerify('RSA-SHA256').update(`${header}.${claims}`);
  const { iss, aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    readonly iss: string;
    readonly aud: string;
    readonly exp: number;
  };
  const isOwn = iss === 'a@tests' && aud === audience && exp > Date.now() / 1000;
  return isOwn && signed.verify(keys.publicKey, signature, 'base64url');
}

function pass(request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '' } = request;
  const onward = http.request(`${storage.endpoint}${url}`, { method }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  request.pipe(onward);
}

function keyFile(tokenUri: string, privateKey = keys.privateKey, changes: object = {}): string {
  return JSON.stringify({
    type: 'service_account',
    client_email: 'a@tests',
    private_key_id: '1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: tokenUri,
    ...changes,
  });
}

/** What the test of a connection says; null: it succeeds. */
async function failure(
  secret: string | null,
  fields: Partial<ConnectionFields>,
): Promise<string | null> {
  const empty = { host: null, port: null, username: null, secret: null, options: null };
  const own = { id: 'c', name: 'G', provider: 'gcs', database: storage.bucket };
  const target: ConnectionTarget = { connection: { ...own, ...empty, ...fields }, secret };
  try {
    await testDriver(GCS_DRIVER, target);
    return null;
  } catch (error) {
    return GCS_DRIVER.describe(error) ?? (error as Error).message;
  }
}

describe('the key of a service account', () => {
  it('gets a token, which requests have', async () => {
    const host = await gateway();
    expect(await failure(keyFile(`${host}/token`), { host })).toBeNull();
    expect(await failure(null, { host })).toContain('wants other credentials');
  });

  it('is rejected when it is that of another account', async () => {
    const host = await gateway();
    const wrong = keyFile(`${host}/token`, others.privateKey);
    expect(await failure(wrong, { host })).toContain('rejected (invalid_grant)');
  });

  it('goes to no server but Google and that of the endpoint', async () => {
    const asked: string[] = [];
    const elsewhere = await gateway(asked);
    const host = await gateway(asked);
    expect(await failure(keyFile(`${elsewhere}/token`), { host })).toContain('for another server');
    const google = keyFile('https://oauth2.googleapis.com/token');
    expect(await failure(google, { host })).toContain('for another server');
    expect(asked).toEqual([]);
  });

  it.each([
    ['a text that is no JSON', () => '/etc/key.json', 'no JSON key of a service account'],
    [
      'a file of another kind',
      () => keyFile('x', keys.privateKey, { type: 'external_account' }),
      'no JSON key of a service account',
    ],
    [
      'a damaged key',
      () => keyFile('x', keys.privateKey, { private_key: 'secret words' }),
      'is damaged',
    ],
  ])('is refused without its content: %s', async (_what, secret, reason) => {
    const said = await failure(secret(), {});
    expect(said).toContain(reason);
    expect(said).not.toContain('secret words');
  });
});

describe('requests to Google Cloud Storage', () => {
  it('look up the host by the guard', async () => {
    const host = storage.endpoint.replace('127.0.0.1', 'localhost');
    expect(await failure(null, { host })).toBeNull();
    process.env.SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS = 'true';
    expect(await failure(null, { host })).toContain('may not reach');
  });

  it('follow no redirect, and say when the answer is that of no storage', async () => {
    const asked: string[] = [];
    const elsewhere = await listening((request, response) => {
      asked.push(request.url ?? '');
      response.end('<html>');
    });
    const host = await listening((_request, response) => {
      response.writeHead(307, { Location: elsewhere }).end();
    });
    expect(await failure(null, { host })).toContain('redirects');
    expect(asked).toEqual([]);
    expect(await failure(null, { host: elsewhere })).toContain('not that of a storage');
  });
});

describe('the identity of the machine or the pod', () => {
  it('is asked of the server of metadata', async () => {
    const metadata = await listening((request, response) => {
      const isRight =
        request.headers['metadata-flavor'] === 'Google' &&
        request.url === '/computeMetadata/v1/instance/service-accounts/default/token';
      response.writeHead(isRight ? 200 : 403);
      response.end(JSON.stringify({ access_token: TOKEN, expires_in: 3599 }));
    });
    const env = { GCE_METADATA_HOST: new URL(metadata).host };
    expect(await metadataToken(env)).toMatchObject({ access_token: TOKEN });
  });

  it('is missing where nothing answers, which the message says', async () => {
    process.env.GCE_METADATA_HOST = '127.0.0.1:1';
    expect(await failure(null, {})).toContain('there are no credentials. Set password_env');
  });

  it('is not asked for where connections may not use it', async () => {
    process.env.SERVICE_CONNECTOR_MACHINE_IDENTITY = 'false';
    expect(await failure(null, {})).toContain('set SERVICE_CONNECTOR_MACHINE_IDENTITY=true');
  });
});
