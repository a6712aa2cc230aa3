// Generates the typed database client in prisma/generated from prisma/schema.prisma. Needs no network:
// the generator is WebAssembly, and the native engine that the command would otherwise fetch is
// only for `prisma migrate`, which this project does not use.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname ?? '.', '..');
const manifest = createRequire(import.meta.url).resolve('prisma/package.json');
const cli = path.join(path.dirname(manifest), 'build', 'index.js');

const done = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], {
  cwd: root,
  encoding: 'utf8',
  env: {
    ...process.env,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    // Any existing file works: Prisma does not run it.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  },
});
if (done.status !== 0) {
  process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}\n`);
  process.exit(1);
}
