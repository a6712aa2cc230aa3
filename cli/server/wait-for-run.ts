import type { ProgressLine } from '../progress-line.ts';
import { RunProgressLine } from '../run-progress.ts';
import { tidyOnExit } from '../tidy-on-exit.ts';
import type { ApiClient, JsonAnswer } from './api-client.ts';
import { followRun } from './follow-run.ts';
import type { AnswerOf } from './operations.ts';

export type Run = AnswerOf<'getRun'>;

/** The run that a command waits for; null: the service has not said which yet. */
export interface Awaited {
  run: Run | null;
}

/**
 * Does some work in which a run is waited for. Ctrl-C ends the wait only; it says so, and how to cancel.
 */
export async function leavingRuns<T>(
  awaited: Awaited,
  line: ProgressLine,
  work: () => Promise<T>,
): Promise<T> {
  const leave = (): void => {
    line.clear();
    console.error(farewell(awaited.run));
  };
  return await tidyOnExit(leave, work);
}

function farewell(run: Run | null): string {
  if (run === null) return 'The run may have been started. See: millrace runs';
  const { id } = run;
  return `The run goes on. Follow it: millrace logs ${id} --follow. Cancel it: millrace cancel ${id}`;
}

/** Waits for the end of a run and shows its progress. */
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

/** Of the nodes of the graph that is run; empty when it has none of a usual form. */
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
