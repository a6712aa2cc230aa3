import type { GraphDocument } from '../../../runner/domain/graph.ts';
import { OUTPUT_SUFFIX } from '../../../runner/domain/file-format.ts';
import { printedLogs } from '../../../runner/domain/printed-text.ts';
import type { RunProgress } from '../../../runner/domain/run-progress.ts';
import type {
  LogEntry,
  NodeResult,
  OutputFile,
  RunResult,
} from '../../../runner/domain/run-result.ts';
import { INTERRUPTED_MESSAGE, type TerminalStatus } from '../../../runner/domain/run-status.ts';
import type { WatermarkAdvance } from '../../../runner/domain/watermark.ts';
import type { RunOutcome } from './run-outcome.ts';
import { hasStartedNodes, stoppedNodes } from './stopped-node-results.ts';

/** What is recorded when a run finishes. */
export interface RunCompletion {
  readonly status: TerminalStatus;
  readonly errorMessage: string | null;
  readonly logs: readonly LogEntry[];
  /** In topological order; null: no node is known to have started. */
  readonly nodeResults: readonly NodeResult[] | null;
  readonly outputs: readonly OutputFile[];
  readonly outputLocation: string | null;
  /** What a success makes of the watermarks of the flow. Absent: nothing. */
  readonly watermarks?: readonly WatermarkAdvance[];
}

export interface FinishedAttempt {
  readonly runId: string;
  readonly graph: GraphDocument;
  /** The progress of its nodes, for an outcome without a result. */
  readonly progress: RunProgress;
}

/** The completion of a run whose attempt had this outcome. */
export function completionOf(run: FinishedAttempt, outcome: RunOutcome): RunCompletion {
  switch (outcome.kind) {
    case 'finished':
      return finished(run, outcome.result);
    case 'cancelled':
      return cancelled(run);
    case 'timedOut':
      return stoppedCompletion(
        run,
        `The run took longer than its limit of ${outcome.timeoutSeconds} seconds and was stopped.`,
      );
    case 'lost':
      return stoppedCompletion(run, outcome.reason);
    case 'stopped':
      return stoppedCompletion(run, INTERRUPTED_MESSAGE);
  }
}

/** The completion of a run that failed without a result: its nodes are as far as their progress. */
export function stoppedCompletion(
  { graph, progress }: FinishedAttempt,
  message: string,
): RunCompletion {
  const nodeResults = hasStartedNodes(progress) ? stoppedNodes(graph, progress, message) : null;
  const failed = failedCompletion(message);
  return { ...failed, logs: [...failed.logs, ...nodeLogs(progress)], nodeResults };
}

/** The errors of the nodes that had failed before the run was stopped, and what their scripts printed until then. */
function nodeLogs({ finished, printed = {} }: RunProgress): readonly LogEntry[] {
  const errors = finished.flatMap(({ nodeId, error }): LogEntry[] =>
    error === undefined ? [] : [{ level: 'error', message: error, node_id: nodeId }],
  );
  return [...errors, ...printedLogs(Object.entries(printed))];
}

/** The completion of a run that failed before any of its nodes, e.g. because its data is unavailable. */
export function failedCompletion(message: string): RunCompletion {
  return {
    status: 'failed',
    errorMessage: message,
    logs: [{ level: 'error', message }],
    nodeResults: null,
    outputs: [],
    outputLocation: null,
  };
}

function finished(run: FinishedAttempt, result: RunResult): RunCompletion {
  const isSuccess = result.status === 'success';
  const outputs = isSuccess ? result.outputs : [];
  return {
    status: result.status,
    errorMessage: result.errorMessage,
    logs: result.logs,
    nodeResults: result.nodeResults,
    outputs,
    outputLocation: firstOutput(run, outputs),
    watermarks: isSuccess ? (result.watermarks ?? []) : [],
  };
}

/** The location of the output whose node comes first in the graph's list. */
function firstOutput(run: FinishedAttempt, outputs: readonly OutputFile[]): string | null {
  const byNode = new Map(outputs.map((output) => [output.nodeId, output]));
  const node = run.graph.nodes.find(({ id }) => byNode.has(id));
  const output = node === undefined ? undefined : byNode.get(node.id);
  return output === undefined
    ? null
    : `${run.runId}/${output.nodeId}${OUTPUT_SUFFIX[output.format]}`;
}

function cancelled({ graph, progress }: FinishedAttempt): RunCompletion {
  const message = 'The run was cancelled by the user.';
  return {
    status: 'cancelled',
    errorMessage: message,
    logs: [{ level: 'info', message }, ...nodeLogs(progress)],
    nodeResults: stoppedNodes(graph, progress, message),
    outputs: [],
    outputLocation: null,
  };
}
