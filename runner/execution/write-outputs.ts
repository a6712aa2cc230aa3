import type { JobConnections } from '../connectors/job-connections.ts';
import type { PendingWrite } from '../connectors/pending-write.ts';
import { NodeError } from '../domain/errors.ts';
import { nodeLabel } from '../domain/graph.ts';
import type { OutputFile } from '../domain/run-result.ts';
import type { PlannedNode } from '../graph/validate-graph.ts';
import { UpstreamFailure } from './engines/engine-adapter.ts';
import type { Clock } from './execute-flow.ts';
import { failureReason, isDefect } from './failure-reason.ts';
import type { FlowEvaluation } from './flow-evaluation.ts';
import type { NodeResults } from './node-results.ts';
import { writeOutput, type OutputTarget } from './write-output.ts';
import { withPath, writeObject } from './write-object.ts';
import { commitWrites, writeTable } from './write-table.ts';

/** The outputs of a flow of which all nodes succeeded, and their dependencies. */
export interface OutputRequest<F> extends OutputTarget<F> {
  /** The output nodes, in the order in which they are written. */
  readonly steps: readonly PlannedNode[];
  readonly evaluation: FlowEvaluation<F>;
  readonly results: NodeResults;
  readonly connections: JobConnections;
  readonly clock: Clock;
  /** Receives the files that were written. */
  readonly outputs: OutputFile[];
}

/**
 * Writes the outputs of a flow. Tables of databases and objects of storages become visible when everything is
 * written; after a failure none does. @returns the error message of the first output that fails, or null
 */
export async function writeOutputs<F>(request: OutputRequest<F>): Promise<string | null> {
  const writes: PendingWrite[] = [];
  let current: PlannedNode | undefined;
  try {
    for (const step of request.steps) {
      current = step;
      const start = request.clock.elapsed();
      await writeStep(step, request, writes);
      request.results.addWriting(step, request.clock.elapsed() - start);
    }
    current = request.steps.findLast(({ definition }) => definition.usesConnection !== null);
    await commitWrites(writes, request);
    return null;
  } catch (error) {
    await rollBack(writes);
    if (isDefect(error) || current === undefined) throw error;
    if (error instanceof UpstreamFailure) request.results.fail(error, current, 0);
    const node = { id: current.node.id, label: nodeLabel(current.node) };
    return new NodeError(node, failureReason(error)).message;
  }
}

async function writeStep<F>(
  step: PlannedNode,
  request: OutputRequest<F>,
  writes: PendingWrite[],
): Promise<void> {
  const { evaluation, engine, results, outputs } = request;
  const frame = evaluation.frameOf(step.node.id);
  const { relation } = frame;
  const target = relation.op === 'sink' ? relation.target : null;
  if (target?.kind === 'table') {
    writes.push(await writeTable(target, frame, request));
  } else if (target?.kind === 'object') {
    writes.push(await writeObject(withPath(target, step.node.id), frame, request));
  } else {
    outputs.push(await writeOutput(step, frame, request));
  }
  results.fused.add([...engine.pendingNodes(frame.frame), step.node.id]);
}

/** The reason of the failure counts, not that of the rollback: a database also rolls back by itself. */
async function rollBack(writes: readonly PendingWrite[]): Promise<void> {
  await Promise.allSettled(
    writes.map(async (write) => {
      await write.rollback();
    }),
  );
}
