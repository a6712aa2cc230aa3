import type { JobConnections } from '../../connectors/job-connections.ts';
import { dtypeOf } from '../../domain/column.ts';
import type { NodeResult } from '../../domain/run-result.ts';
import type { EngineAdapter } from '../../engine-adapters/engine-adapter.ts';
import type { NodeFrame } from '../node-frame.ts';
import { isDefect } from '../failure-reason.ts';
import type { FlowEvaluation } from '../flow-evaluation.ts';
import { reportFields } from '../node-report.ts';
import { roundedMs, type NodeResults } from '../node-results.ts';
import type { PushedNode, PushedPart } from './pushed-part.ts';
import { readPart } from './read-part.ts';

/** A run in which a part is executed. */
export interface PartExecution<F> {
  readonly engine: EngineAdapter<F>;
  readonly evaluation: FlowEvaluation<F>;
  readonly results: NodeResults;
  readonly connections: JobConnections;
  /** A folder for temporary files of the job. */
  readonly scratch: string;
  /** The number of sample rows in a node result. */
  readonly sampleRows: number;
  readonly clock: {
    /** Milliseconds of a monotonic clock. */
    elapsed(): number;
  };
  readonly onDefect: (error: unknown) => void;
}

/**
 * Reads the rows of the last node of a part, and records the results of all its nodes. Those before the last
 * have no rows to count or to show.
 * @returns false if the engine has to evaluate the nodes, since a number left the range of its type
 */
export async function executePart<F>(
  part: PushedPart,
  execution: PartExecution<F>,
): Promise<boolean> {
  const { engine, results, clock, onDefect } = execution;
  const [first] = part.nodes;
  const start = clock.elapsed();
  try {
    const read = await readPart(engine, part, { ...execution, maxSourceRows: null });
    if (read === null) return false;
    record(part, read, execution, start);
  } catch (error) {
    if (isDefect(error)) onDefect(error);
    results.fail(error, first.step, roundedMs(clock.elapsed() - start));
  }
  return true;
}

function record<F>(
  { nodes, statement, warnings }: PushedPart,
  read: NodeFrame<F>,
  { engine, evaluation, results, sampleRows, clock }: PartExecution<F>,
  start: number,
): void {
  const last = nodes.at(-1);
  const shown = {
    rows: engine.countRows(read.frame),
    sample: engine.sample(read.frame, sampleRows),
    statement,
  };
  results.fused.add(nodes.map(({ step }) => step.node.id));
  const duration = roundedMs(clock.elapsed() - start);
  for (const [place, node] of nodes.entries()) {
    const { id } = node.step.node;
    if (node === last) {
      const handle = node.step.definition.outputs[0]?.id ?? 'out';
      evaluation.restore(evaluation.ownerOf(id), new Map([[handle, read]]));
    }
    evaluation.skip(node.step);
    results.succeed(node.step, {
      ...resultOf(node),
      // One statement does the work of all.
      duration_ms: place === 0 ? duration : 0,
      ...(place === 0 ? reportFields({ warnings }) : {}),
      ...(node === last ? shown : {}),
    });
  }
}

function resultOf({
  relation: { columns },
}: PushedNode): Pick<
  NodeResult,
  'rows' | 'columns' | 'column_types' | 'sample' | 'duration_ms' | 'pushed_down'
> {
  return {
    rows: null,
    columns: columns.map(({ name }) => name),
    column_types: columns.map(({ type }) => dtypeOf(type)),
    sample: [],
    duration_ms: 0,
    pushed_down: true,
  };
}
