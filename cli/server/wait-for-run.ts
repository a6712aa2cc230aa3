import type { ProgressLine } from '../progress-line.ts';
import { RunProgressLine } from '../run-progress-line.ts';
import { cleanUpOnExit } from '../clean-up-on-exit.ts';
import type { ApiClient, JsonAnswer } from './api-client.ts';
import { followRun } from './follow-run.ts';
import type { AnswerOf } from './operations.ts';

export type Run = AnswerOf<'getRun'>;

/** The run that a command waits for; null before the server has created it. */
export interface Awaited {
  run: Run | null;
}

/**
 * Runs `work`, which waits for a run. Ctrl-C stops only the waiting and prints how to follow or cancel the run.
 */
export async function detachOnExit<T>(
  awaited: Awaited,
  line: ProgressLine,
  work: () => Promise<T>,
): Promise<T> {
  const leave = (): void => {
    line.clear();
    console.error(detachMessage(awaited.run));
  };
  return await cleanUpOnExit(leave, work);
}

function detachMessage(run: Run | null): string {
  if (run === null) return 'The run may have been started. See: millrace runs';
  const { id } = run;
  return `The run continues. Follow it: millrace logs ${id} --follow. Cancel it: millrace cancel ${id}`;
}

/** Waits until a run has finished and shows its progress. */
export async function waitForRun(
  api: ApiClient,
  run: Run,
  line: ProgressLine,
): Promise<JsonAnswer<Run>> {
  const progress = new RunProgressLine(line, labelsOf(run));
  try {
    await followRun(api, run.id, ({ name, nodeId }) => {
      if (name === 'run_pending') progress.pending();
      if (name === 'run_started') progress.started();
      if (name === 'node_started' && nodeId !== null) progress.nodeStarted(nodeId);
      if (name === 'node_finished' && nodeId !== null) progress.nodeFinished(nodeId);
    });
  } finally {
    progress.end();
  }
  return await api.call('getRun', { path: { run_id: run.id } });
}

/** Returns the node labels of the run's graph; empty if the graph is invalid. */
function labelsOf({ graph_snapshot: graph }: Run): ReadonlyMap<string, string> {
  const nodes: unknown = graph?.nodes;
  if (!Array.isArray(nodes)) return new Map();
  return new Map(
    nodes.flatMap((node: unknown): [string, string][] => {
      const { id, data } = node as { readonly id?: unknown; readonly data?: { label?: unknown } };
      if (typeof id !== 'string') return [];
      return [[id, typeof data?.label === 'string' ? data.label : id]];
    }),
  );
}
