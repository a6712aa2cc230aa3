import { readdirSync, readFileSync } from 'node:fs';

/** A process, as /proc describes it. */
export interface ListedProcess {
  readonly pid: number;
  /** Its command line, with spaces between the arguments. */
  readonly command: string;
  /** The environment it was started with, one variable a line. */
  readonly environment: string;
}

/** A process and all of its descendants, on Linux. Those that exit meanwhile are left out. */
export function processTree(root: number): readonly ListedProcess[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const isInTree = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isInTree(parents.get(pid)));
  return [...parents.keys()].filter(isInTree).flatMap((pid) => {
    const [command, environment] = [read(pid, 'cmdline'), read(pid, 'environ')];
    return command === ''
      ? []
      : [
          {
            pid,
            command: command.replaceAll('\0', ' ').trim(),
            environment: environment.replaceAll('\0', '\n'),
          },
        ];
  });
}

function parentOf(pid: number): number | undefined {
  // The name in brackets may have spaces and brackets.
  const [, parent] = /\) \S (\d+) [^)]*$/.exec(read(pid, 'stat')) ?? [];
  return parent === undefined || parent === '0' ? undefined : Number(parent);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
