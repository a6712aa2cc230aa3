import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosApi, SeenRun } from './api.ts';
import type { Clients } from './clients.ts';
import { outputOf, type Order } from './orders.ts';

/** What went wrong, one sentence each. Nothing should have. */
export interface Verdict {
  /** Runs that a client was promised and that are not there. */
  readonly lost: readonly string[];
  /** Orders of which more than one run was made. */
  readonly doubled: readonly string[];
  /** Answers, ends and outputs that are not true. */
  readonly wrong: readonly string[];
  /** Runs that have not ended. */
  readonly stuck: readonly string[];
}

export interface VerdictDeps {
  readonly api: ChaosApi;
  readonly flow: string;
  readonly clients: Pick<Clients, 'orders' | 'refusals'>;
  readonly stuckAfterMs: number;
  /** Why a run may not have ended so; null when all about its end is true. */
  readonly faultOf: (run: SeenRun) => string | null | Promise<string | null>;
}

const LOOK_EVERY_MS = 250;

/** Waits until no run is under way, then holds every run against what was asked for. */
export async function judge(
  deps: VerdictDeps,
): Promise<{ readonly verdict: Verdict; readonly runs: readonly SeenRun[] }> {
  const stuck = await unendedRuns(deps);
  const runs: SeenRun[] = [];
  const wrong = [...deps.clients.refusals];
  for (const { id } of await deps.api.runsOf(deps.flow)) {
    const run = JSON.parse(await deps.api.told(`/runs/${id}`)) as SeenRun;
    runs.push(run);
    const fault = (await outputFault(deps, run)) ?? (await deps.faultOf(run));
    if (fault !== null) wrong.push(`run ${id}: ${fault}`);
  }
  const runsOf = Map.groupBy(runs, ({ parameters }) => parameters?.number ?? 0);
  const each = (look: (order: Order, runs: readonly SeenRun[]) => string[]): string[] =>
    deps.clients.orders.flatMap((order) => look(order, runsOf.get(order.number) ?? []));
  return { runs, verdict: { lost: each(lossOf), doubled: each(doubleOf), wrong, stuck } };
}

async function unendedRuns({ api, flow, stuckAfterMs }: VerdictDeps): Promise<string[]> {
  const deadline = performance.now() + stuckAfterMs;
  for (;;) {
    const unended = (await api.runsOf(flow)).filter(({ status }) => /pending|running/.test(status));
    if (unended.length === 0 || performance.now() > deadline)
      return unended.map(({ id, status }) => `run ${id} is ${status}`);
    await delay(LOOK_EVERY_MS);
  }
}

async function outputFault({ api, clients }: VerdictDeps, run: SeenRun): Promise<string | null> {
  if (run.status !== 'success') return null;
  const order = clients.orders.find(({ number }) => number === run.parameters?.number);
  if (order === undefined) return 'nobody has asked for it';
  const answer = await api.ask(`/runs/${run.id}/output?node_id=out`);
  if (answer?.status === 200 && answer.text === outputOf(order)) return null;
  return `the output is ${answer?.status} ${answer?.text}, not ${outputOf(order)}`;
}

/** A run that was named, or that a client with a key was told the end of. */
function lossOf(order: Order, runs: readonly SeenRun[]): string[] {
  const named = [...order.answers].filter((id) => !runs.some((run) => run.id === id));
  if (named.length > 0) return [`order ${order.number}: ${named.join(', ')} is not there`];
  return order.by !== 'start' && runs.length === 0 ? [`order ${order.number} has no run`] : [];
}

function doubleOf(order: Order, runs: readonly SeenRun[]): string[] {
  const ids = new Set([...order.answers, ...runs.map(({ id }) => id)]);
  return ids.size > 1 ? [`order ${order.number}: ${[...ids].join(', ')}`] : [];
}
