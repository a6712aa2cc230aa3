import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosApi, SeenRun } from './api.ts';
import type { Clients } from './clients.ts';
import { outputOf, type Order } from './orders.ts';

/** Violations, one sentence each. */
export interface Verdict {
  /** Runs that the service named and that do not exist. */
  readonly lost: readonly string[];
  /** Orders with more than one run. */
  readonly doubled: readonly string[];
  /** Wrong answers, outcomes and outputs. */
  readonly wrong: readonly string[];
  /** Runs that have not finished. */
  readonly stuck: readonly string[];
}

export interface VerdictDeps {
  readonly api: ChaosApi;
  readonly flow: string;
  readonly clients: Pick<Clients, 'orders' | 'refusals'>;
  readonly stuckAfterMs: number;
  /** Describes a wrong outcome of a run; null for a correct one. */
  readonly problemOf: (run: SeenRun) => string | null | Promise<string | null>;
}

const POLL_INTERVAL_MS = 250;

/** Waits until no run is active, then compares each run with its order. */
export async function judge(
  deps: VerdictDeps,
): Promise<{ readonly verdict: Verdict; readonly runs: readonly SeenRun[] }> {
  const stuck = await unfinishedRuns(deps);
  const runs: SeenRun[] = [];
  const wrong = [...deps.clients.refusals];
  for (const { id } of await deps.api.runsOf(deps.flow)) {
    const run = JSON.parse(await deps.api.text(`/runs/${id}`)) as SeenRun;
    runs.push(run);
    const problem = (await outputProblem(deps, run)) ?? (await deps.problemOf(run));
    if (problem !== null) wrong.push(`run ${id}: ${problem}`);
  }
  const runsOf = Map.groupBy(runs, ({ parameters }) => parameters?.number ?? 0);
  const each = (check: (order: Order, runs: readonly SeenRun[]) => string[]): string[] =>
    deps.clients.orders.flatMap((order) => check(order, runsOf.get(order.number) ?? []));
  return { runs, verdict: { lost: each(lossOf), doubled: each(doubleOf), wrong, stuck } };
}

async function unfinishedRuns({ api, flow, stuckAfterMs }: VerdictDeps): Promise<string[]> {
  const deadline = performance.now() + stuckAfterMs;
  for (;;) {
    const unfinished = (await api.runsOf(flow)).filter(({ status }) =>
      /pending|running/.test(status),
    );
    if (unfinished.length === 0 || performance.now() > deadline)
      return unfinished.map(({ id, status }) => `run ${id} is ${status}`);
    await delay(POLL_INTERVAL_MS);
  }
}

async function outputProblem({ api, clients }: VerdictDeps, run: SeenRun): Promise<string | null> {
  if (run.status !== 'success') return null;
  const order = clients.orders.find(({ number }) => number === run.parameters?.number);
  if (order === undefined) return 'no order asked for it';
  const answer = await api.ask(`/runs/${run.id}/output?node_id=out`);
  if (answer?.status === 200 && answer.text === outputOf(order)) return null;
  return `the output is ${answer?.status} ${answer?.text}, not ${outputOf(order)}`;
}

/** Reports a run that the service named, or one that a client with a key requires, as lost when it does not exist. */
function lossOf(order: Order, runs: readonly SeenRun[]): string[] {
  const named = [...order.answers].filter((id) => !runs.some((run) => run.id === id));
  if (named.length > 0) return [`order ${order.number}: ${named.join(', ')} does not exist`];
  return order.by !== 'start' && runs.length === 0 ? [`order ${order.number} has no run`] : [];
}

function doubleOf(order: Order, runs: readonly SeenRun[]): string[] {
  const ids = new Set([...order.answers, ...runs.map(({ id }) => id)]);
  return ids.size > 1 ? [`order ${order.number}: ${[...ids].join(', ')}`] : [];
}
