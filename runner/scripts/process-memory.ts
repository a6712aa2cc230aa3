import { readFile, readdir } from 'node:fs/promises';

interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

/**
 * Returns the anonymous memory in bytes of a process group and of all descendants of its leader, as far as
 * /proc shows them; 0 outside Linux. File pages do not count, since the system can reclaim them.
 */
export async function memoryOfGroup(leader: number): Promise<number> {
  const members = membersOf(leader, await processes());
  const sizes = await Promise.all(members.map(({ pid }) => anonymousBytes(pid)));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

function membersOf(leader: number, all: readonly ProcessFacts[]): readonly ProcessFacts[] {
  const members = new Set(all.filter(({ pid, group }) => group === leader || pid === leader));
  const pids = new Set([...members].map(({ pid }) => pid));
  // A child usually has a higher id than its parent, so one pass finds nearly all descendants.
  for (const one of all) {
    if (!pids.has(one.parent)) continue;
    members.add(one);
    pids.add(one.pid);
  }
  return [...members];
}

async function processes(): Promise<readonly ProcessFacts[]> {
  const entries = await readdir('/proc').catch((): string[] => []);
  const facts = await Promise.all(
    entries.filter((name) => /^\d+$/.test(name)).map((name) => factsOf(Number(name))),
  );
  return facts.filter((one) => one !== null).sort((a, b) => a.pid - b.pid);
}

async function factsOf(pid: number): Promise<ProcessFacts | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program is in parentheses and may contain any character.
  const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (parent === undefined || group === undefined) return null;
  return { pid, parent: Number(parent), group: Number(group) };
}

async function anonymousBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
