import { readdirSync, readFileSync } from 'node:fs';

/** A process as /proc shows it. Times are in ticks of the clock, mostly hundredths of a second. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** When it was started: with the pid it identifies the process, since pids are used again. */
  readonly startedAt: number;
  /** The processor time of its own threads. */
  readonly own: number;
  /** The processor time of the children that it has waited for, and of theirs. */
  readonly waited: number;
}

/** Proportional memory (PSS) of a process and its descendants in MB; shared pages count once. */
export function treeMemoryMb(root: number): number {
  let kilobytes = 0;
  for (const { pid } of descendants(readProcesses(), [root])) {
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

/** All processes of the machine, in the order of their pids. */
export function readProcesses(): ProcessFacts[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid))
    .sort((a, b) => a - b)
    .flatMap((pid) => parseStat(pid, read(pid, 'stat')) ?? []);
}

/**
 * Reads the line of `/proc/PID/stat`. A process that has ended has one until its parent has waited for it.
 * @returns null for an empty line, of a process that is no more
 */
export function parseStat(pid: number, line: string): ProcessFacts | null {
  // The program's name may contain blanks and brackets; the fields follow the last bracket.
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user, system, waitedUser, waitedSystem] = fields.slice(11, 15);
  if (waitedSystem === undefined) return null;
  return {
    pid,
    parent: fields[1] ?? 0,
    startedAt: fields[19] ?? 0,
    own: (user ?? 0) + (system ?? 0),
    waited: (waitedUser ?? 0) + waitedSystem,
  };
}

/** The processes with one of the pids, and their descendants. */
export function descendants(
  processes: readonly ProcessFacts[],
  pids: readonly number[],
): readonly ProcessFacts[] {
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const roots = new Set(pids);
  const found = new Set(processes.filter(({ pid }) => roots.has(pid)));
  for (const { pid } of found) for (const child of children.get(pid) ?? []) found.add(child);
  return [...found];
}

/** Empty when the process is no more. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
