import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { digestOf, writeStamp } from '../scripts/install/installed.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');

/** A clone, set up, of which there is nothing but what `npx millrace` itself uses. */
function clone(folder: string): string {
  for (const part of ['cli', 'scripts', 'prisma', 'node_modules/.bin']) {
    mkdirSync(path.join(folder, part), { recursive: true });
  }
  for (const file of [
    'cli/bin.mjs',
    'cli/workspace-prefix.mjs',
    'scripts/bootstrap.mjs',
    'prisma/schema.prisma',
  ]) {
    copyFileSync(path.join(ROOT, file), path.join(folder, file));
  }
  for (const part of ['scripts/install', 'prisma/generated']) {
    cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  }
  markInstalled(folder);
  symlinkSync(process.execPath, path.join(folder, 'node_modules', '.bin', 'node'));
  const main = 'console.log(JSON.stringify(process.argv.slice(2)));';
  writeFileSync(path.join(folder, 'cli', 'millrace.mjs'), main);
  return path.join(folder, 'cli', 'bin.mjs');
}

function markInstalled(folder: string): void {
  for (const file of ['package-lock.json', '.npmrc']) writeFileSync(path.join(folder, file), '');
  const modules = path.join(folder, 'node_modules');
  writeFileSync(path.join(modules, '.package-lock.json'), JSON.stringify({ packages: {} }));
  writeStamp(modules, 'runtime', digestOf(folder));
}

/** Handles signals, as commands do, but computes before it reads them. */
const COMPUTES_FOR_EVER = `
import { mkdtempSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { workspacePrefix } from './workspace-prefix.mjs';
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
mkdtempSync(path.join(os.tmpdir(), workspacePrefix(process.pid)));
writeSync(1, 'computes');
while (true);
`;

// Without npm no bundle is built of a clone that has no sources.
const WITHOUT_NPM = { ...process.env, npm_execpath: undefined };

describe('cli/millrace.mjs', () => {
  it('names the supported start commands in one sentence on an older Node', () => {
    const older =
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })';
    const words = ['--import', `data:text/javascript,${older}`, 'cli/millrace.mjs', 'info'];
    const done = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });
    expect(done).toMatchObject({ status: 2, stdout: '' });
    expect(done.stderr).toBe(
      'Millrace runs on Node 24 or newer, and this is 20.20.2: use "npx millrace" or "npm start" in its folder, which fetch Node 24 where it is missing.\n',
    );
  });
});

describe('npx millrace', () => {
  it('passes its arguments on from a folder of any name, after it checked the installation', () => {
    const scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-bin-'));
    try {
      const bin = clone(path.join(scratch, 'Mühle 100% (neu)#1'));
      const words = ['run', 'a flow.json'];
      const options = { encoding: 'utf8', env: WITHOUT_NPM } as const;
      const done = spawnSync(process.execPath, [bin, ...words], options);
      expect(done).toMatchObject({ status: 0, stdout: `${JSON.stringify(words)}\n`, stderr: '' });
    } finally {
      rmSync(scratch, { recursive: true });
    }
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'ends an engine that computes, with its temporary files, at %s',
    async (signal, code) => {
      const scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-bin-'));
      try {
        const bin = clone(scratch);
        writeFileSync(path.join(scratch, 'cli', 'millrace.mjs'), COMPUTES_FOR_EVER);
        const env = { ...WITHOUT_NPM, TMPDIR: path.join(scratch, 'tmp') };
        mkdirSync(env.TMPDIR);
        const started = spawn(process.execPath, [bin, 'run', 'flow.json'], { env });
        await once(started.stdout, 'data');
        expect(readdirSync(env.TMPDIR)).toHaveLength(1);
        started.kill(signal);
        expect(await once(started, 'exit')).toEqual([code, null]);
        expect(readdirSync(env.TMPDIR)).toEqual([]);
      } finally {
        rmSync(scratch, { recursive: true });
      }
    },
  );

  it.each(['client.ts', 'enums.ts', 'internal/prismaNamespace.ts'])(
    'generates the database client again when %s of it is missing',
    (missing) => {
      const scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-bin-'));
      try {
        const bin = clone(scratch);
        writeStamp(path.join(scratch, 'node_modules'), 'develop', digestOf(scratch));
        writeFileSync(path.join(scratch, 'scripts', 'generate-prisma.mjs'), '');
        rmSync(path.join(scratch, 'prisma', 'generated', missing));
        const done = spawnSync(process.execPath, [bin], { encoding: 'utf8', env: WITHOUT_NPM });
        expect(done).toMatchObject({ status: 0, stderr: 'Generating the database client …\n' });
      } finally {
        rmSync(scratch, { recursive: true });
      }
    },
  );
});
