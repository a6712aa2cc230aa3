import type { JobConnections } from '../connectors/job-connections.ts';
import type { OutputFile } from '../domain/run-result.ts';
import type { PlannedNode } from '../graph/validate-graph.ts';
import type { Clock } from './execution-options.ts';
import { commitWrites, type ConnectionWrite } from './commit-writes.ts';
import { isDefect } from './failure-reason.ts';
import type { FlowEvaluation } from './flow-evaluation.ts';
import type { NodeResults } from './node-results.ts';
import type { StepReports } from './step-reports.ts';
import { writeOutput, type OutputTarget } from './write-output.ts';
import { withPath } from '../plan/object-target-path.ts';
import { WrittenTargets } from '../plan/written-targets.ts';
import { writeObject } from './write-object.ts';
import { writeTable } from './write-table.ts';

/** The outputs of a flow of which all nodes succeeded, and their dependencies. */
export interface OutputRequest<F> extends OutputTarget<F> {
  /** The output nodes, in the order in which they are written. */
  readonly steps: readonly PlannedNode[];
  readonly evaluation: FlowEvaluation<F>;
  readonly results: NodeResults;
  readonly reports: StepReports;
  readonly connections: JobConnections;
  readonly clock: Clock;
  readonly onDefect: (error: unknown) => void;
}

/** What a flow wrote. */
export interface WrittenOutputs {
  readonly files: readonly OutputFile[];
  /** Number of tables in databases. */
  readonly tables: number;
  /** Number of objects in storages. */
  readonly objects: number;
}

const NOTHING: WrittenOutputs = { files: [], tables: 0, objects: 0 };

/**
 * Writes the outputs of a flow if no node has failed, and reports them. Tables of databases and objects of
 * storages become visible when everything is written; after a failure, which is recorded for its output, none does. Only
 * a failed commit can leave those of other connections visible, which it names.
 * @returns what was written; nothing after a failure
 */
export async function writeOutputs<F>(request: OutputRequest<F>): Promise<WrittenOutputs> {
  const { results, reports, clock, steps } = request;
  const files: OutputFile[] = [];
  const targets = new WrittenTargets((id) => request.connections.providerOf(id));
  const writes: ConnectionWrite[] = [];
  let current: PlannedNode | undefined;
  let start = clock.elapsed();
  try {
    for (const step of steps) {
      if (results.resultOf(step.node.id)?.status === 'skipped') continue;
      current = step;
      await reports.started(step.node.id);
      start = clock.elapsed();
      if (results.failure === null) {
        await writeStep(step, request, { files, writes, targets });
        results.addWriting(step, clock.elapsed() - start);
      }
      reports.finished(results.progressOf(step));
    }
    if (results.failure !== null) return NOTHING;
    current = steps.findLast(({ definition }) => definition.usesConnection !== null);
    start = clock.elapsed();
    const failed = await commitWrites(writes, request);
    if (failed !== null) {
      current = failed.step;
      throw failed.error;
    }
    return { files, tables: targets.tables, objects: targets.objects };
  } catch (error) {
    await rollBack(writes);
    if (isDefect(error) || current === undefined) throw error;
    results.addWriting(current, clock.elapsed() - start);
    results.fail(error, current, 0);
    reports.finished(results.progressOf(current));
    return NOTHING;
  }
}

interface Written {
  readonly files: OutputFile[];
  readonly writes: ConnectionWrite[];
  readonly targets: WrittenTargets;
}

async function writeStep<F>(
  step: PlannedNode,
  request: OutputRequest<F>,
  { files, writes, targets }: Written,
): Promise<void> {
  const { evaluation, engine, results } = request;
  const frame = evaluation.frameOf(step.node.id);
  const { relation } = frame;
  const target = relation.op === 'sink' ? relation.target : null;
  if (target?.kind === 'table') {
    const { connectionId } = target;
    targets.add(target);
    writes.push({ step, connectionId, pending: await writeTable(target, frame, request) });
  } else if (target?.kind === 'object') {
    const object = withPath(target, step.node.id);
    const { connectionId } = object;
    targets.add(object);
    const { pending, lost } = await writeObject(object, frame, request);
    writes.push({ step, connectionId, pending });
    results.addLost(step, lost, object.format);
  } else {
    const { file, lost } = await writeOutput(step, frame, request);
    files.push(file);
    results.addLost(step, lost, file.format);
  }
  results.fused.add([...engine.pendingNodes(frame.frame), step.node.id]);
}

/** The reason of the failure counts, not that of the rollback: a database also rolls back by itself. */
async function rollBack(writes: readonly ConnectionWrite[]): Promise<void> {
  await Promise.allSettled(
    writes.map(async ({ pending }) => {
      await pending.rollback();
    }),
  );
}
