import { writeFile, mkdtemp, rm, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { loadConfig } from '../api/config.ts';
import { UserError } from '../runner/domain/errors.ts';
import { startFault } from './start-fault.ts';

async function faultOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return startFault(error);
  }
  throw new Error('It succeeded');
}

function listen(port: number, host: string): Promise<ReturnType<typeof createServer>> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      resolve(server);
    });
  });
}

describe('a service that cannot start says in a sentence', () => {
  it('that the port is taken', async () => {
    const first = await listen(0, '127.0.0.1');
    const taken = first.address();
    const port = typeof taken === 'object' && taken !== null ? taken.port : 0;
    const fault = await faultOf(() => listen(port, '127.0.0.1'));
    expect(fault).toBeInstanceOf(UserError);
    expect(fault).toMatchObject({ message: expect.stringContaining(`Port ${port}`) as string });
    first.close();
  });

  it('that the machine has no such address', async () => {
    const fault = await faultOf(() => listen(0, '192.0.2.1'));
    expect(fault).toMatchObject({
      message: expect.stringMatching(/192\.0\.2\.1.*--host/) as string,
    });
  });

  it('that the data folder is a file', async () => {
    const scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-start-'));
    const file = path.join(scratch, 'file');
    await writeFile(file, '');
    for (const folder of [file, path.join(file, 'inner')]) {
      const fault = await faultOf(() => mkdir(folder, { recursive: true }));
      expect(fault).toMatchObject({ message: expect.stringMatching(/is no folder/) as string });
    }
    await rm(scratch, { recursive: true });
  });

  it('which variables are wrong', async () => {
    const fault = await faultOf(() => loadConfig({ SERVICE_PORT: 'abc' }));
    expect(fault).toBeInstanceOf(UserError);
    expect(fault).toMatchObject({ message: expect.stringContaining('SERVICE_PORT') as string });
  });

  it('and lets defects be', async () => {
    const defect = new TypeError('x');
    expect(await faultOf(() => Promise.reject(defect))).toBe(defect);
  });
});
