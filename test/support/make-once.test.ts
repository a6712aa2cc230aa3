import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeOnce } from './make-once.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-make-once-'));
const WITHIN_MS = 10_000;

beforeAll(() => {
  // These files are not what a cold cache lacked.
  Reflect.deleteProperty(process.env, 'MILLRACE_TEST_COUNTS');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a file that several processes need', () => {
  it('is made by one of them while the others wait', async () => {
    const target = path.join(folder, 'tool');
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>();
    let made = 0;
    const make = async (): Promise<void> => {
      made += 1;
      await mayEnd;
      writeFileSync(target, 'tool');
    };
    const all = Promise.all([1, 2, 3].map(() => makeOnce(target, make, WITHIN_MS)));
    end(undefined);
    await all;
    await makeOnce(target, make, WITHIN_MS);
    expect(made).toBe(1);
    expect(readdirSync(folder)).toEqual(['tool']);
  });

  it('is made by another process after one failed', async () => {
    const target = path.join(folder, 'second');
    const fail = (): Promise<void> => Promise.reject(new Error('no space'));
    await expect(makeOnce(target, fail, WITHIN_MS)).rejects.toThrow('no space');
    const make = (): Promise<void> => {
      writeFileSync(target, '');
      return Promise.resolve();
    };
    await makeOnce(target, make, WITHIN_MS);
    expect(readdirSync(folder)).toContain('second');
  });

  it('is made after the process that began it was killed', async () => {
    const killed = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(killed, 'exit');
    const target = path.join(folder, 'third');
    writeFileSync(`${target}.making`, String(killed.pid));
    const make = (): Promise<void> => {
      writeFileSync(target, '');
      return Promise.resolve();
    };
    await makeOnce(target, make, WITHIN_MS);
    expect(readdirSync(folder)).toContain('third');
    expect(readdirSync(folder)).not.toContain('third.making');
  });

  it('is awaited for a limited time only', async () => {
    const target = path.join(folder, 'fourth');
    writeFileSync(`${target}.making`, String(process.pid));
    const make = (): Promise<void> => Promise.reject(new Error('It is claimed'));
    await expect(makeOnce(target, make, 0)).rejects.toThrow(
      `Another process did not make ${target} in time`,
    );
  });
});
