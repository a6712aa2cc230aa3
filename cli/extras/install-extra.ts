import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../runner/domain/errors.ts';
import { errorMessage } from '../../runner/domain/error-message.ts';
import { install } from '../../scripts/install/install.mjs';
import { digestOf, isInstalled } from '../../scripts/install/installed.mjs';
import { requireWritableFolder } from '../paths.ts';
import type { Extra } from '../../runner/extras/extras.ts';
import { findNpm } from './find-npm.ts';

const SOURCES = path.resolve(import.meta.dirname, '..', '..', 'runner', 'extras');
const FILES = ['package.json', 'package-lock.json', '.npmrc'];
const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\b/;

/**
 * Installs an extra at its locked version and shows the progress on standard error. An interrupted
 * installation leaves the previous one in place.
 * @param place the folder of the extra; created if missing
 * @returns false when it was already installed
 * @throws UsageError when the folder cannot be written
 * @throws UserError when npm is missing or fails, with what to do
 */
export async function installExtra(extra: Extra, place: string): Promise<boolean> {
  const source = path.join(SOURCES, extra);
  if (isCurrent(source, place)) return false;
  requireWritableFolder('--folder', place);
  for (const file of FILES) copyFileSync(path.join(source, file), path.join(place, file));
  const npm = findNpm(process.env);
  try {
    await install(place, 'extra', { npm, needsNode: false });
  } catch (cause) {
    throw new UserError(failure(extra, errorMessage(cause)), { cause });
  }
  return true;
}

function isCurrent(source: string, place: string): boolean {
  if (!FILES.every((file) => existsSync(path.join(place, file)))) return false;
  return digestOf(place) === digestOf(source) && isInstalled(place, 'extra', { needsNode: false });
}

function failure(extra: Extra, message: string): string {
  const code = UNREACHABLE.exec(message)?.[1];
  if (code === undefined) return `Installing ${extra} failed. ${message}`;
  return `Installing ${extra} failed: npm cannot reach its registry (${code}). Check the network and npm's settings (registry, proxy, cafile), then run the command again.`;
}
