import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { CHART } from './render.ts';

interface Answer {
  readonly status: number;
  readonly body: object | string;
}

const SCRIPT = path.join(CHART, 'files', 'test-flow.mjs');

/** Runs `helm test` against a service with these answers, by method and path. */
async function complaint(answers: Readonly<Record<string, Answer>>): Promise<string> {
  const server = createServer((request, response) => {
    const { status, body } = answers[`${request.method} ${request.url}`] ?? {
      status: 404,
      body: {},
    };
    request.resume().once('end', () => {
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await promisify(execFile)(process.execPath, [SCRIPT, `http://127.0.0.1:${port}`]);
    return '';
  } catch (error) {
    return String(error);
  } finally {
    server.close();
  }
}

const SAVED = {
  'POST /api/datasets/upload': { status: 201, body: { id: 'd' } },
  'POST /api/flows': { status: 201, body: { id: 'f' } },
  'DELETE /api/datasets/d': { status: 200, body: {} },
};

describe('the flow of `helm test`', () => {
  it('reports why its run failed, also when it cannot delete the flow afterwards', async () => {
    const failed = { id: 'r', status: 'failed', error_message: 'no image' };
    const said = await complaint({
      ...SAVED,
      'POST /api/flows/f/runs': { status: 201, body: failed },
      'DELETE /api/flows/f': { status: 409, body: { detail: 'in use' } },
    });
    expect(said).toContain('the run ended failed: no image');
  });

  it('fails when it does not remove its objects', async () => {
    const said = await complaint({
      ...SAVED,
      'POST /api/flows/f/runs': { status: 201, body: { id: 'r', status: 'success' } },
      'GET /api/runs/r/output?node_id=out': { status: 200, body: 'city,rain\nOslo,3\nBern,2\n' },
      'DELETE /api/flows/f': { status: 500, body: {} },
    });
    expect(said).toContain('DELETE /api/flows/f answered 500');
  });
});
