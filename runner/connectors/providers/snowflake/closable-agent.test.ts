import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { loopbackCertificate } from '../../../../test/support/loopback-certificate.ts';
import { sessionAgent } from './closable-agent.ts';

it('carries requests until it is closed, and none after that', async () => {
  let requests = 0;
  const server = https.createServer({ ...loopbackCertificate() }, (_request, response) => {
    requests += 1;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = sessionAgent({})!;
  const get = async (): Promise<void> => {
    const request = https.get({ port, host: '127.0.0.1', agent, rejectUnauthorized: false });
    const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
    response.resume();
    await once(response, 'end');
  };
  await get();
  agent.close();
  await expect(get()).rejects.toThrow(/closed/);
  expect(requests).toBe(1);
  server.closeAllConnections();
  server.close();
});

it.each(['HTTPS_PROXY', 'http_proxy'])(
  'is absent where the driver uses the proxy of %s',
  (name) => {
    expect(sessionAgent({ [name]: 'http://proxy:3128' })).toBeNull();
  },
);
