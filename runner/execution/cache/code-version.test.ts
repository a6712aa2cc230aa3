import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeDigest } from './code-version.ts';

const RUNTIME = { version: 'v24.1.0', arch: 'x64' } as const;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'code-version-'));
  await mkdir(path.join(root, 'runner', 'examples'), { recursive: true });
  await mkdir(path.join(root, 'runner', 'extras', 'danfo'), { recursive: true });
  await writeFile(path.join(root, 'package.json'), '{}');
  await writeFile(path.join(root, 'runner', 'code.ts'), 'one');
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

describe('the digest of code', () => {
  it('is the same for the same code and runtime', async () => {
    expect(await codeDigest(root, { ...RUNTIME })).toBe(await codeDigest(root, RUNTIME));
  });

  it('differs for another version of Node and for another processor', async () => {
    const digests = [
      await codeDigest(root, RUNTIME),
      await codeDigest(root, { ...RUNTIME, version: 'v24.1.1' }),
      await codeDigest(root, { ...RUNTIME, arch: 'arm64' }),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });

  it.each([
    'package.json',
    'runner/code.ts',
    'runner/new.py',
    'runner/launcher.mjs',
    'runner/extras/danfo/package.json',
  ])('differs when %s changes', async (file) => {
    const before = await codeDigest(root, RUNTIME);
    await writeFile(path.join(root, file), 'two');
    expect(await codeDigest(root, RUNTIME)).not.toBe(before);
  });

  it.each(['runner/code.test.ts', 'runner/examples/one.ts', 'README.md'])(
    'does not depend on %s, which takes no part in a run',
    async (file) => {
      const before = await codeDigest(root, RUNTIME);
      await writeFile(path.join(root, file), 'two');
      expect(await codeDigest(root, RUNTIME)).toBe(before);
    },
  );
});
