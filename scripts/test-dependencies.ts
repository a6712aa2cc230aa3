import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { importsIn } from '../test/architecture/imports.ts';

/** The files of a working tree, and which of them read which. Paths are relative to its root, with `/`. */
export interface SourceTree {
  /** Tracked files and new ones; ignored and generated ones are left out. */
  readonly files: ReadonlySet<string>;
  /** The text of each source file. */
  readonly texts: ReadonlyMap<string, string>;
  /** By file: the sources that import it, name its path in a text, or request the server that it starts. */
  readonly readers: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Committed code that a command wrote: what it is made of counts instead. */
const GENERATED = ['prisma/generated/', 'client/index.d.ts'];

/** Whether a file is committed but written by a command. */
export function isGenerated(file: string): boolean {
  return GENERATED.some((place) => file.startsWith(place));
}

/** Whether a file can import others. */
export function isSource(file: string): boolean {
  return /\.(?:m?ts|[cm]?js)$/.test(file);
}

/** Reads the sources of a working tree. It takes some seconds, since each file is parsed. */
export function readSourceTree(root: string): SourceTree {
  const listed = listedByGit(root, ['ls-files', '--cached', '--others', '--exclude-standard']);
  const deleted = new Set(listedByGit(root, ['ls-files', '--deleted']));
  const files = new Set(listed.filter((file) => !isGenerated(file) && !deleted.has(file)));
  const sources = [...files].filter(isSource);
  const texts = new Map(
    sources.map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const),
  );
  const readers = new Map<string, Set<string>>();
  const places = placesOf(files);
  const starters = startersIn(texts.get(GLOBAL_SETUP) ?? '');
  for (const [file, text] of texts) {
    const loaded = importsIn(file, text).filter(({ kind }) => kind !== 'type');
    // A list of tests does not depend on what they load.
    const names = namedIn(file, text, places).filter((named) => !named.endsWith('.test.ts'));
    const others = [...names, ...requestedIn(text, starters)];
    for (const read of [...loaded.map(({ to }) => to), ...others]) {
      readers.set(read, (readers.get(read) ?? new Set()).add(file));
    }
  }
  return { files, texts, readers };
}

/**
 * The sources that read one of the files, directly or by others, and the files themselves.
 * @param isCut whether a reader is no way from a file to others
 */
export function dependents(
  { readers }: SourceTree,
  files: Iterable<string>,
  isCut: (reader: string, file: string) => boolean = () => false,
): Set<string> {
  const found = new Set(files);
  // A set yields what is added while it is read.
  for (const file of found) {
    for (const reader of readers.get(file) ?? []) if (!isCut(reader, file)) found.add(reader);
  }
  return found;
}

/** The names that a git command lists. */
export function listedByGit(root: string, [command = '', ...options]: readonly string[]): string[] {
  return git(root, [command, '-z', ...options])
    .split('\0')
    .filter((name) => name !== '');
}

/** The output of a git command. @throws Error with what git says */
export function git(root: string, command: readonly string[]): string {
  return execFileSync('git', command, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** It starts the servers that test files share, when they request them by name. */
const GLOBAL_SETUP = 'test/support/global-setup.ts';
const STARTER = /^ +'?([\w-]+)'?: async \(\) =>\s+await \(await import\('\.\/([\w./-]+)'\)\)/gm;
const REQUEST = /\brequestSharedServer\(['`]([\w-]+)/g;

/** The modules that start shared servers, by the names of these. */
function startersIn(setup: string): ReadonlyMap<string, string> {
  const folder = path.posix.dirname(GLOBAL_SETUP);
  return new Map(
    [...setup.matchAll(STARTER)].map(([, name = '', file = '']) => [
      name,
      path.posix.join(folder, file),
    ]),
  );
}

/** What starts the shared servers that a source requests. */
function requestedIn(text: string, starters: ReadonlyMap<string, string>): string[] {
  return [...text.matchAll(REQUEST)].flatMap(([, name = '']) => starters.get(name) ?? []);
}

/** Where files can be found by a part of their path. */
interface Places {
  readonly files: ReadonlySet<string>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
  /** By folder: the files below it that are no sources. */
  readonly dataBelow: ReadonlyMap<string, readonly string[]>;
}

function placesOf(files: ReadonlySet<string>): Places {
  const byName = new Map<string, string[]>();
  const dataBelow = new Map<string, string[]>();
  for (const file of files) {
    append(byName, path.posix.basename(file), file);
    if (isSource(file)) continue;
    for (const folder of foldersOf(file)) append(dataBelow, folder, file);
  }
  return { files, byName, dataBelow };
}

function append(lists: Map<string, string[]>, key: string, file: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [file]);
  else list.push(file);
}

/** The folders of a file but the root. */
function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

/** A text in quotes, on one line. */
const QUOTED = /'([^'\n\\]*)'|"([^"\n\\]*)"|`([^`\n]*)`/g;
/** What stands before a path that begins at the folder of the file. */
const OWN_FOLDER = 'import.meta.dirname,';
const BEFORE_SPECIFIERS = ['from', 'import', 'import('];

/**
 * The files whose path stands in quotes: in one text, such as `'cli/main.ts'`, or in texts one after the other,
 * such as `path.join(root, 'cli', 'main.ts')`. That is how a process is started and a file is read.
 */
function namedIn(file: string, text: string, places: Places): string[] {
  const found: string[] = [];
  let parts: string[] = [];
  let isOwnFolder = false;
  let end = 0;
  const finish = (): void => {
    if (parts.length > 0) found.push(...named(file, parts, isOwnFolder, places));
    parts = [];
  };
  for (const match of text.matchAll(QUOTED)) {
    const between = text.slice(end, match.index).trim();
    if (between !== ',') {
      finish();
      isOwnFolder = between.endsWith(OWN_FOLDER);
    }
    end = match.index + match[0].length;
    if (BEFORE_SPECIFIERS.some((word) => between.endsWith(word))) continue;
    const template = match[3] ?? '';
    parts.push(match[1] ?? match[2] ?? template.slice(template.lastIndexOf('}') + 1));
  }
  finish();
  return found;
}

function named(
  file: string,
  parts: readonly string[],
  isOwnFolder: boolean,
  places: Places,
): readonly string[] {
  const own = path.posix.dirname(file);
  const whole = path.posix.join(own, ...parts);
  if (isOwnFolder && places.files.has(whole)) return [whole];
  if (isOwnFolder && places.dataBelow.has(whole)) return places.dataBelow.get(whole) ?? [];
  return parts.flatMap((part, at) =>
    part.includes('.') ? fileOf(own, parts.slice(0, at + 1), places) : [],
  );
}

/** The file that the last parts name, as many of them as possible. */
function fileOf(own: string, parts: readonly string[], places: Places): readonly string[] {
  for (let from = 0; from < parts.length; from++) {
    const name = path.posix.join(...parts.slice(from)).replace(/^\/+/, '');
    const beside = path.posix.join(own, name);
    if (places.files.has(beside)) return [beside];
    if (places.files.has(name)) return [name];
    // `path.join(folder, 'cli', 'main.ts')` of whatever folder; a name alone would be in too many.
    if (!name.includes('/') || name.startsWith('..')) continue;
    const ending = (places.byName.get(path.posix.basename(name)) ?? []).filter((one) =>
      one.endsWith(`/${name}`),
    );
    if (ending.length > 0) return ending;
  }
  return [];
}
