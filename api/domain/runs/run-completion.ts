import type { GraphDocument } from '../../../runner/domain/graph.ts';
import { OUTPUT_SUFFIX } from '../../../runner/domain/file-format.ts';
import type { RunProgress } from '../../../runner/domain/run-progress.ts';
import type {
  LogEntry,
  NodeResult,
  OutputFile,
  RunResult,
} from '../../../runner/domain/run-result.ts';
import { INTERRUPTED_MESSAGE, type TerminalStatus } from '../../../runner/domain/run-status.ts';
import type { RunOutcome } from './run-outcome.ts';
import { hasStartedNodes, stoppedNodes } from './stopped-node-results.ts';

/** What is written when a run ends. */
export interface RunCompletion {
  readonly status: TerminalStatus;
  readonly errorMessage: string | null;
  readonly logs: readonly LogEntry[];
  /** In topological order; null when no node is known to have started. */
  readonly nodeResults: readonly NodeResult[] | null;
  readonly outputs: readonly OutputFile[];
  readonly outputLocation: string | null;
}

export interface FinishedAttempt {
  readonly runId: string;
  readonly graph: GraphDocument;
  /** What is known of its nodes when there is no result. */
  readonly progress: RunProgress;
}

/** What to record of a run, from how its attempt ended. */
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

/** A run that failed without a result: its nodes are as far as they are known to have come. */
export function stoppedCompletion(
  { graph, progress }: FinishedAttempt,
  message: string,
): RunCompletion {
  const nodeResults = hasStartedNodes(progress) ? stoppedNodes(graph, progress, message) : null;
  return { ...failedCompletion(message), nodeResults };
}

/** A run that ends before any of its nodes, e.g. because its data cannot be read. */
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
  const outputs = result.status === 'success' ? result.outputs : [];
  return {
    status: result.status,
    errorMessage: result.errorMessage,
    logs: result.logs,
    nodeResults: result.nodeResults,
    outputs,
    outputLocation: firstOutput(run, outputs),
  };
}

/** The output whose node comes first in the list of nodes. */
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
    logs: [{ level: 'info', message }],
    nodeResults: stoppedNodes(graph, progress, message),
    outputs: [],
    outputLocation: null,
  };
}
