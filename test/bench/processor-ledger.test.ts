import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../e2e/support/eventually.ts';
import { parseStat, readProcesses, type ProcessFacts } from './process-tree.ts';
import { ProcessorLedger } from './processor-ledger.ts';

const SERVICE = 10;

interface Facts {
  readonly own: number;
  readonly waited?: number;
  readonly parent?: number;
  readonly startedAt?: number;
}

/** Processes by pid; a process without parent is a child of the service. */
function processes(facts: Readonly<Record<number, Facts>>): readonly ProcessFacts[] {
  return Object.entries(facts).map(
    ([pid, { own, waited = 0, parent = SERVICE, startedAt = 0 }]) => ({
      pid: Number(pid),
      parent: Number(pid) === SERVICE ? 1 : parent,
      startedAt,
      own,
      waited,
    }),
  );
}

function spent(...moments: readonly Readonly<Record<number, Facts>>[]): number {
  const ledger = new ProcessorLedger(SERVICE);
  for (const moment of moments) ledger.add(processes(moment));
  return ledger.spent;
}

it('counts what a process and its descendants use, and nothing of others', () => {
  const before = { 10: { own: 100 }, 11: { own: 50 }, 12: { own: 5, parent: 11 } };
  const after = { 10: { own: 103 }, 11: { own: 60 }, 12: { own: 9, parent: 11 } };
  const others = { 20: { own: 1000, parent: 1 }, 21: { own: 400, parent: 20 } };
  expect(spent({ ...before, 20: { own: 1, parent: 1 } }, { ...after, ...others })).toBe(17);
});

it('counts a child that starts and ends between two samples by what its parent waited for', () => {
  expect(spent({ 10: { own: 100, waited: 7 } }, { 10: { own: 101, waited: 37 } })).toBe(31);
});

it('counts a child that ends during the measurement once', () => {
  const killed = spent(
    { 10: { own: 100 }, 11: { own: 200 } },
    { 10: { own: 100 }, 11: { own: 260 } },
    // The replacement has started, and the parent has waited for the killed runner.
    { 10: { own: 101, waited: 262 }, 12: { own: 70 } },
  );
  expect(killed).toBe(1 + 62 + 70);
});

it('is never negative while the time of an ended child is at no process', () => {
  const moments = [{ 10: { own: 100 }, 11: { own: 260 } }, { 10: { own: 101 } }] as const;
  expect(spent(...moments)).toBe(1);
  expect(spent(...moments, { 10: { own: 101, waited: 262 } })).toBe(3);
});

it('counts the child of a killed child, whose time no process of the tree gets', () => {
  const moments = [
    { 10: { own: 100 }, 11: { own: 20 }, 12: { own: 0, parent: 11 } },
    { 10: { own: 100 }, 11: { own: 20 }, 12: { own: 80, parent: 11 } },
  ] as const;
  expect(spent(...moments, { 10: { own: 100, waited: 20 } })).toBe(80);
  // It outlives its parent, and the first process of the machine adopts it.
  const adopted = { 10: { own: 100, waited: 20 }, 12: { own: 90, parent: 1 } };
  expect(spent(...moments, adopted)).toBe(90);
  expect(spent(...moments, adopted, { 10: { own: 100, waited: 20 } })).toBe(90);
});

it('distinguishes a process from an ended one whose pid it has', () => {
  const before = { 10: { own: 100 }, 11: { own: 50, startedAt: 1 } };
  expect(spent(before, { 10: { own: 100, waited: 50 }, 11: { own: 4, startedAt: 9 } })).toBe(4);
});

it('reads times behind a program name with blanks and brackets', () => {
  const line = `7 (a) b (c)) S 3 7 7 0 -1 4194560 1 2 3 4 50 6 700 8 20 0 11 0 12345 1 2`;
  expect(parseStat(7, line)).toEqual({ pid: 7, parent: 3, startedAt: 12345, own: 56, waited: 708 });
  expect(parseStat(7, '')).toBeNull();
});

it('counts real children which are killed while it measures', async () => {
  // A parent with a busy child that it kills, as a service replaces a runner.
  const busy = `const end = Date.now() + 60_000; while (Date.now() < end);`;
  const program = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(busy)}]);
    process.stdin.once('data', () => child.kill('SIGKILL'));
    child.once('exit', () => console.log('ended'));
  `;
  const parent = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const ledger = new ProcessorLedger(parent.pid!);
    const spentSoFar = (): Promise<number> => {
      ledger.add(readProcesses());
      return Promise.resolve(ledger.spent);
    };
    const before = await eventually('30 ticks of the child', spentSoFar, (ticks) => ticks >= 30);
    parent.stdin.write('kill\n');
    await once(parent.stdout, 'data');
    expect(await spentSoFar()).toBeGreaterThanOrEqual(before);
  } finally {
    parent.kill('SIGKILL');
  }
});
