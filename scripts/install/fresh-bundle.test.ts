import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundleFolder, freshBundle } from './fresh-bundle.mjs';

const FOLDERS = ['api', 'cli', 'kubernetes', 'operator', 'prisma', 'runner', 'scripts/bundle'];
let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'millrace-bundle-'));
  for (const folder of FOLDERS) write(`${folder}/main.ts`, 'one');
  for (const file of ['package.json', 'package-lock.json']) write(file, '{}');
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(name: string, text: string): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function build(): string {
  const folder = bundleFolder(root);
  mkdirSync(folder, { recursive: true });
  return folder;
}

describe('a clone', () => {
  it('has no bundle before one is built', () => {
    expect(freshBundle(root)).toBeNull();
  });

  it('runs the bundle of its sources', () => {
    expect(freshBundle(root)).toBeNull();
    const folder = build();
    expect(freshBundle(root)).toBe(folder);
  });

  it.each(['runner/main.ts', 'api/new.ts', 'runner/scripts/worker.py', 'package-lock.json'])(
    'runs its sources after %s changed',
    (file) => {
      build();
      write(file, 'other');
      expect(freshBundle(root)).toBeNull();
    },
  );

  it('runs the bundle while an editor has a link that leads nowhere', () => {
    const folder = build();
    symlinkSync('nobody@nowhere', path.join(root, 'runner', '.#main.ts'));
    expect(freshBundle(root)).toBe(folder);
  });

  it('runs its sources when they cannot be listed', () => {
    build();
    rmSync(path.join(root, 'operator'), { recursive: true });
    expect(freshBundle(root)).toBeNull();
  });

  it('runs its sources whatever it has in dist', () => {
    mkdirSync(path.join(root, 'dist'));
    expect(freshBundle(root)).toBeNull();
  });

  it('runs its sources after one was replaced by one of the same size', () => {
    build();
    write('cli/main.ts', 'two');
    utimesSync(path.join(root, 'cli/main.ts'), new Date(), new Date('2020-01-01'));
    expect(freshBundle(root)).toBeNull();
  });

  it.each(['api/main.test.ts', 'api/types.d.ts', 'README.md', 'prisma/migrations/one.sql'])(
    'runs the bundle after %s changed, which is no part of it',
    (file) => {
      const folder = build();
      write(file, 'other');
      expect(freshBundle(root)).toBe(folder);
    },
  );
});

it('an image, which has no sources, runs the bundle in dist', () => {
  rmSync(path.join(root, 'cli', 'main.ts'));
  mkdirSync(path.join(root, 'dist'));
  expect(freshBundle(root)).toBe(path.join(root, 'dist'));
});
