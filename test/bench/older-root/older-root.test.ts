import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '../../e2e/support/eventually.ts';
import { environmentOutside } from '../environment-outside.ts';
import { resolveCommit } from './older-root.ts';
import { runInGroup } from './run-in-group.ts';
import { Shelf } from './shelf.ts';

const NEVER = new AbortController().signal;
let scratch = '';

beforeAll(() => {
  scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-older-root-'));
});

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

it('refuses what names no commit, with a way to find one', async () => {
  await expect(resolveCommit('no-such-commit', NEVER)).rejects.toThrow(
    /^No commit of this repository is named "no-such-commit"\. Name one that git log shows/,
  );
  await expect(resolveCommit('--all', NEVER)).rejects.toThrow(/named "--all"/);
});

it('keeps the folders that were opened last, and those that a living process uses', async () => {
  const shelf = new Shelf(path.join(scratch, 'shelf'), 2);
  const folder = (key: string): string => path.join(scratch, 'shelf', key);
  const stale = async (key: string, user: number | null): Promise<void> => {
    const at = await shelf.open(key);
    await shelf.close(key);
    if (user !== null) writeFileSync(path.join(at, 'users', String(user)), '');
    utimesSync(at, 1, 1);
  };
  await stale('used', process.ppid);
  // No process has this pid: it is beyond the greatest one of Linux.
  await stale('of-a-dead-process', 4_194_305);
  await stale('unused', null);
  await shelf.open('first');
  await shelf.open('second');
  mkdirSync(path.join(folder('unused'), 'tree'));
  utimesSync(folder('unused'), 1, 1);
  expect(await shelf.shrink()).toBe(true);
  const kept = ['used', 'of-a-dead-process', 'unused', 'first', 'second'].filter((key) =>
    existsSync(folder(key)),
  );
  expect(kept).toEqual(['used', 'first', 'second']);
  expect(await shelf.shrink()).toBe(false);
});

it('installs another commit without the packages, the Node and the variables of the present one', () => {
  const bin = (folder: string): string => path.join(folder, 'node_modules', '.bin');
  const environment = {
    PATH: [bin('/clone'), '/usr/bin', bin('/')].join(path.delimiter),
    INIT_CWD: '/clone',
    npm_lifecycle_event: 'bench',
    npm_package_json: '/clone/package.json',
    npm_config_registry: 'https://registry.example',
    HOME: '/home/me',
  };
  expect(environmentOutside(environment)).toEqual({
    PATH: '/usr/bin',
    npm_config_registry: 'https://registry.example',
    HOME: '/home/me',
  });
});

it('kills a program with all that it started when the benchmark is stopped', async () => {
  const stop = new AbortController();
  const started = path.join(scratch, 'started');
  // The inner shell keeps the pipe open, so this ends only when both have ended.
  const script = `sh -c 'touch ${started}; sleep 600' & wait`;
  const running = runInGroup(['sh', '-c', script], { cwd: scratch, signal: stop.signal });
  const rejected = expect(running).rejects.toThrow('stopped by SIGTERM');
  await eventually('the program', () => Promise.resolve(existsSync(started)), Boolean);
  stop.abort(new Error('stopped by SIGTERM'));
  await rejected;
});
