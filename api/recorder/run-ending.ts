import { nodeLabel, type GraphDocument, type GraphNode } from '../../runner/domain/graph.ts';
import { OUTPUT_SUFFIX } from '../../runner/domain/file-format.ts';
import type { NodeProgress } from '../../runner/domain/run-progress.ts';
import type {
  LogEntry,
  NodeResult,
  OutputFile,
  RunResult,
} from '../../runner/domain/run-result.ts';
import { INTERRUPTED_MESSAGE, type TerminalStatus } from '../../runner/domain/run-status.ts';
import { indexGraph } from '../../runner/graph/graph-index.ts';
import { topologicalOrder } from '../../runner/graph/topological-order.ts';
import type { RunOutcome } from '../executors/executor.ts';

/** What is written when a run ends. */
export interface RunEnding {
  readonly status: TerminalStatus;
  readonly errorMessage: string | null;
  readonly logs: readonly LogEntry[];
  /** In topological order; null when the run ended before any node could be judged. */
  readonly nodeResults: readonly NodeResult[] | null;
  readonly outputs: readonly OutputFile[];
  readonly outputLocation: string | null;
}

export interface EndedRun {
  readonly runId: string;
  readonly graph: GraphDocument;
  /** What is known of the nodes that were executed, when there is no result. */
  readonly progress: readonly NodeProgress[];
}

/** What to record of a run, from how its attempt ended. */
export function endingOf(run: EndedRun, outcome: RunOutcome): RunEnding {
  switch (outcome.kind) {
    case 'finished':
      return finished(run, outcome.result);
    case 'cancelled':
      return cancelled(run);
    case 'timedOut':
      return failed(
        `The run took longer than its limit of ${outcome.timeoutSeconds} seconds and was stopped.`,
      );
    case 'lost':
      return failed(outcome.reason);
    case 'stopped':
      return failed(INTERRUPTED_MESSAGE);
  }
}

/** A run that ends without results, e.g. because its data cannot be read. */
export function failed(message: string): RunEnding {
  return {
    status: 'failed',
    errorMessage: message,
    logs: [{ level: 'error', message }],
    nodeResults: null,
    outputs: [],
    outputLocation: null,
  };
}

function finished(run: EndedRun, result: RunResult): RunEnding {
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
function firstOutput(run: EndedRun, outputs: readonly OutputFile[]): string | null {
  const byNode = new Map(outputs.map((output) => [output.nodeId, output]));
  const node = run.graph.nodes.find(({ id }) => byNode.has(id));
  const output = node === undefined ? undefined : byNode.get(node.id);
  return output === undefined
    ? null
    : `${run.runId}/${output.nodeId}${OUTPUT_SUFFIX[output.format]}`;
}

function cancelled(run: EndedRun): RunEnding {
  const message = 'The run was cancelled by the user.';
  const told = new Map(run.progress.map((node) => [node.nodeId, node]));
  return {
    status: 'cancelled',
    errorMessage: message,
    logs: [{ level: 'info', message }],
    nodeResults: topologicalOrder(indexGraph(run.graph)).map((node) =>
      unsampled(node, told.get(node.id)),
    ),
    outputs: [],
    outputLocation: null,
  };
}

/** A node of a run that was killed: done as far as it told, its rows gone with the process. */
function unsampled(node: GraphNode, done: NodeProgress | undefined): NodeResult {
  return {
    node_id: node.id,
    type: node.type,
    label: nodeLabel(node),
    status: done?.status ?? 'skipped',
    rows: done?.rows ?? null,
    columns: [],
    sample: [],
    error: null,
    duration_ms: done?.durationMs ?? null,
  };
}
