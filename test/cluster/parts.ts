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

/** A program of a cluster and the command that started it. */
export interface Part {
  readonly name: string;
  readonly pid: number;
  readonly command: readonly string[];
}

const FOLDER = 'parts';

/** Reads the recorded parts of a cluster from its folder. */
export function partsOf(folder: string): readonly Part[] {
  return globSync(path.join(folder, FOLDER, '*.json')).map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as Part,
  );
}

/** @throws Error when the cluster has no part of that name */
export function partNamed(folder: string, name: string): Part {
  const part = partsOf(folder).find((one) => one.name === name);
  if (part === undefined) throw new Error(`${name} is no part of the cluster`);
  return part;
}

/** Records a part in the cluster's folder, in place of an earlier one of its name. */
export function recordPart(folder: string, part: Part): void {
  const file = fileOf(folder, part.name, 'json');
  mkdirSync(path.dirname(file), { recursive: true });
  // Other processes may read it at any time.
  writeFileSync(`${file}.new`, JSON.stringify(part));
  renameSync(`${file}.new`, file);
}

export function forgetPart(folder: string, name: string): void {
  for (const suffix of ['json', 'held'] as const)
    rmSync(fileOf(folder, name, suffix), { force: true });
}

/** Prevents the supervisor from restarting a part until `releasePart`. */
export function holdPart(folder: string, name: string): void {
  writeFileSync(fileOf(folder, name, 'held'), '');
}

export function releasePart(folder: string, name: string): void {
  rmSync(fileOf(folder, name, 'held'), { force: true });
}

export function isHeld(folder: string, name: string): boolean {
  return existsSync(fileOf(folder, name, 'held'));
}

/** Whether the process of a part runs, and its id does not belong to another program meanwhile. */
export function runs({ pid, command }: Part): boolean {
  // Programs such as nsenter replace themselves by the rest of the command.
  const last = command.at(-1) ?? '';
  try {
    // Empty for a zombie.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(last);
  } catch {
    return false;
  }
}

function fileOf(folder: string, name: string, suffix: 'json' | 'held'): string {
  return path.join(folder, FOLDER, `${name}.${suffix}`);
}
