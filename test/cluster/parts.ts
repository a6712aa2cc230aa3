import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** A program that is part of a cluster, and how it was started. */
export interface Part {
  readonly name: string;
  readonly pid: number;
  readonly command: readonly string[];
}

const FOLDER = 'parts';

/** What a cluster's folder tells of its parts: each process that looks after them reads it anew. */
export function partsOf(folder: string): readonly Part[] {
  return globSync(path.join(folder, FOLDER, '*.json')).map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as Part,
  );
}

/** @throws Error when there is none */
export function partNamed(folder: string, name: string): Part {
  const part = partsOf(folder).find((one) => one.name === name);
  if (part === undefined) throw new Error(`${name} is no part of the cluster`);
  return part;
}

/** Writes a part down, in place of what was told of one of its name. */
export function recordPart(folder: string, part: Part): void {
  const file = fileOf(folder, part.name, 'json');
  mkdirSync(path.dirname(file), { recursive: true });
  // Another process may read it at any time.
  writeFileSync(`${file}.new`, JSON.stringify(part));
  renameSync(`${file}.new`, file);
}

export function forgetPart(folder: string, name: string): void {
  for (const suffix of ['json', 'held'] as const)
    rmSync(fileOf(folder, name, suffix), { force: true });
}

/** From now on nobody starts it again when it ends. */
export function holdPart(folder: string, name: string): void {
  writeFileSync(fileOf(folder, name, 'held'), '');
}

export function releasePart(folder: string, name: string): void {
  rmSync(fileOf(folder, name, 'held'), { force: true });
}

export function isHeld(folder: string, name: string): boolean {
  return existsSync(fileOf(folder, name, 'held'));
}

/** Whether its process is there and is its own: the number may have gone to another program since. */
export function runs({ pid, command }: Part): boolean {
  // What was started may have become another program, each given the rest of the command.
  const last = command.at(-1) ?? '';
  try {
    // Empty for a process that has ended and that nobody has asked how.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(last);
  } catch {
    return false;
  }
}

function fileOf(folder: string, name: string, suffix: 'json' | 'held'): string {
  return path.join(folder, FOLDER, `${name}.${suffix}`);
}
