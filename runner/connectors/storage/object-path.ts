import path from 'node:path';
import { UserError } from '../../domain/errors.ts';

/** The maximum length of a path, in bytes; that of S3. */
export const MAX_OBJECT_PATH_BYTES = 1024;

/** Names of files that are being written. No object has such a name. */
const UNFINISHED = /^\.millrace-[\da-f-]+\.part$/;

/** The name of a file that is being written. @param id a UUID */
export function unfinishedName(id: string): string {
  return `.millrace-${id}.part`;
}

/** Whether a file has the name of one that is being written. */
export function isUnfinished(name: string): boolean {
  return UNFINISHED.test(name);
}

/** The rules of paths, with the rest of the sentence about a path that breaks one. */
const RULES: readonly (readonly [rule: string, isBroken: (text: string) => boolean])[] = [
  ['is empty', (text) => text === ''],
  [
    'must be relative to the storage',
    (text) => text.startsWith('/') || path.win32.isAbsolute(text),
  ],
  ['must have no . or .. between /', (text) => /(?:^|\/)\.\.?(?:\/|$)/.test(text)],
  ['must have a name before and after each /', (text) => text.split('/').includes('')],
  ['must have no backslashes and control characters', (text) => /[\\\p{Cc}]/u.test(text)],
  ['must be valid Unicode', (text) => !text.isWellFormed()],
  [
    `must have at most ${MAX_OBJECT_PATH_BYTES} bytes`,
    (text) => Buffer.byteLength(text) > MAX_OBJECT_PATH_BYTES,
  ],
  ['is the name of an unfinished file', (text) => isUnfinished(path.posix.basename(text))],
];

/** What is wrong with the path of an object, as the rest of a sentence; null: nothing. */
export function objectPathProblem(text: string): string | null {
  return RULES.find(([, isBroken]) => isBroken(text))?.[0] ?? null;
}

/** @throws UserError for a path that no object has */
export function checkObjectPath(text: string): void {
  const problem = objectPathProblem(text);
  if (problem === null) return;
  const shown = text === '' ? 'The path' : `The path ${JSON.stringify(text.slice(0, 200))}`;
  throw new UserError(`${shown} ${problem}.`);
}
