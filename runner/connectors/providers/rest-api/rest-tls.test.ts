import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import {
  loopbackCertificate,
  type LoopbackCertificate,
} from '../../../../test/support/loopback-certificate.ts';
import { describeOwnAuthority } from '../../../../test/support/own-authority-contract.ts';
import { trustedLoopback } from '../../../../test/support/trusted-loopback.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { httpReason } from '../../http/http-reasons.ts';
import { testRest } from './rest-test.ts';

/** Of an authority that only this process trusts, as by `NODE_EXTRA_CA_CERTS`. */
const trusted = trustedLoopback();

/** What the test of a connection says; null: it succeeds. */
async function failure(certificate: LoopbackCertificate, options = {}): Promise<string | null> {
  const server = https.createServer({ ...certificate }, (_request, response) => response.end('[]'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const own = { id: 'c', name: 'R', provider: 'rest_api', host: `https://127.0.0.1:${port}` };
  const empty = { port: null, database: null, username: null, secret: null };
  const target: ConnectionTarget = { connection: { ...own, ...empty, options }, secret: null };
  try {
    await testRest(target, { env: {} });
    return null;
  } catch (error) {
    return httpReason(error) ?? (error as Error).message;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describeOwnAuthority(
  'a REST API',
  async (certificate) => {
    const server = https.createServer({ ...certificate }, (_request, response) => {
      response.end('[]');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return {
      fields: { provider: 'rest_api', host: `https://127.0.0.1:${port}` },
      close: async () => {
        server.closeAllConnections();
        await promisify(server.close.bind(server))();
      },
    };
  },
  {},
);

describe('a server with HTTPS', () => {
  it('is called when the machine trusts its own authority', async () => {
    expect(await failure(trusted)).toBeNull();
  });

  it('is refused with what to do when nobody knows its authority', async () => {
    expect(await failure(loopbackCertificate())).toBe(
      'the certificate of the server is signed by nobody else. Name its authority in the CA certificate of the connection, where its form has one, or in NODE_EXTRA_CA_CERTS of the service, or correct host',
    );
  });

  it('is called with any certificate when the connection verifies none', async () => {
    expect(await failure(loopbackCertificate(), { verify_tls: false })).toBeNull();
  });
});
