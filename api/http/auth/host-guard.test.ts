import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { errorHandler } from '../middleware/error-handler.ts';
import { SILENT } from '../../../test/support/run-records.ts';
import { hostGuard } from './host-guard.ts';

let server: http.Server;

beforeAll(async () => {
  const app = express();
  app.use(hostGuard({ trustedHosts: ['Data.Example', 'millrace.jobs.svc'] }, 'workshop.lan'));
  app.use((_request, response) => {
    response.json('answer');
  });
  app.use(errorHandler(SILENT));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.close();
  await once(server, 'close');
});

async function statusOf(host: string, path = '/api/flows'): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo;
  const request = http.get({ host: '127.0.0.1', port, path, headers: { host } });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

describe('a service without an API token', () => {
  it.each([
    '127.0.0.1:8055',
    '192.168.1.20',
    '[::1]:8055',
    'localhost:8055',
    'LOCALHOST.',
    'millrace.localhost:8055',
    'data.example',
    'data.example:443',
    'millrace.jobs.svc:8055',
    'workshop.lan',
    'workshop.local:8055',
  ])('answers to its address and its names: %s', async (host) => {
    expect(await statusOf(host)).toBe(200);
  });

  it.each([
    'evil.example:8055',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'data.example.evil.example',
    'sub.data.example',
    'workshop',
    'a b',
  ])('refuses other names with 421: %s', async (host) => {
    expect(await statusOf(host)).toBe(421);
  });

  it.each(['/health', '/ready', '/metrics'])(
    'answers to probes by any name at %s',
    async (path) => {
      expect(await statusOf('10-0-0-1.pods.example', path)).toBe(200);
    },
  );
});
