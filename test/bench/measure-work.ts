import { setTimeout as delay } from 'node:timers/promises';
import { readProcesses } from './process-tree.ts';
import { ProcessorLedger } from './processor-ledger.ts';

/** What a piece of work costs a service. */
export interface WorkCost {
  /** Milliseconds from the request until the answer. */
  readonly wallMs: number;
  /** Milliseconds of processor time, user and system, of all processes of the service. */
  readonly processorMs: number;
}

/** Linux shows processor time in these ticks on every architecture that Node runs on. */
const TICK_MS = 10;
/** Frequent enough that few processes end unseen; reading all processes takes a millisecond or two. */
const SAMPLE_MS = 200;
/** A service does part of its work after the answer: it replaces the runner of a large run, for one. */
const AFTER_MS = 2_000;
/** On a busy machine that takes longer. The service is idle when it uses less than this share of a core. */
const IDLE_SHARE = 0.05;
const IDLE_DURING_MS = 500;
const MAX_AFTER_MS = 10_000;

/**
 * Measures work that a service does. The processor time is that of its process tree, from just before the work
 * until two seconds after the answer, or longer while the service is still busy, at most ten seconds.
 * @param pid the process of the service
 * @param work returns the wall time when another one than its own counts
 */
export async function measureWork(
  pid: number,
  work: () => Promise<number | undefined>,
): Promise<WorkCost> {
  return await watchTree(pid, async (ledger) => {
    const started = performance.now();
    const own = await work();
    const wallMs = own ?? performance.now() - started;
    await untilIdle(ledger);
    return { wallMs, processorMs: ledger.spent * TICK_MS };
  });
}

/** Waits until a service has done what follows its start. @returns milliseconds of processor time since it started */
export async function processorMsOfStart(pid: number): Promise<number> {
  return await watchTree(pid, async (ledger) => {
    await untilIdle(ledger);
    return ledger.spentSinceStart * TICK_MS;
  });
}

/** Samples the process tree while `watch` runs. */
async function watchTree<T>(
  pid: number,
  watch: (ledger: ProcessorLedger) => Promise<T>,
): Promise<T> {
  const ledger = new ProcessorLedger(pid);
  const sample = (): void => {
    ledger.add(readProcesses());
  };
  sample();
  const sampling = setInterval(sample, SAMPLE_MS);
  try {
    return await watch(ledger);
  } finally {
    clearInterval(sampling);
  }
}

async function untilIdle(ledger: ProcessorLedger): Promise<void> {
  const answered = performance.now();
  await delay(AFTER_MS);
  while (performance.now() - answered < MAX_AFTER_MS) {
    const [before, since] = [ledger.spent, performance.now()];
    await delay(IDLE_DURING_MS);
    const share = ((ledger.spent - before) * TICK_MS) / (performance.now() - since);
    if (share < IDLE_SHARE) break;
  }
  ledger.add(readProcesses());
}
