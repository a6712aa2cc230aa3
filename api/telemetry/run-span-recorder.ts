import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { NodeResult, RunResult } from '../../runner/domain/run-result.ts';
import { parseTraceParent } from '../../runner/domain/trace-parent.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import { readRunResult } from '../domain/runs/read-run-result.ts';
import type { FinishedRun, FinishedRunStore } from './finished-run-store.ts';
import { childOf, type SpanContext, type SpanSink } from '../domain/span.ts';

export interface RunSpanRecorderDeps {
  readonly store: FinishedRunStore;
  readonly objects: ObjectStore;
  readonly spans: SpanSink;
  readonly logger: Logger;
  readonly newId: () => string;
}

/** Finished runs beyond this queue get no spans. */
const MAX_QUEUED = 1_000;

/**
 * Records a span for each finished run and one for each of its nodes. It reads the stored results in the
 * background, one run at a time, and delays no run.
 */
export class RunSpanRecorder {
  readonly #deps: RunSpanRecorderDeps;
  readonly #oneAtATime = pLimit(1);
  #last: Promise<void> = Promise.resolve();

  constructor(deps: RunSpanRecorderDeps) {
    this.#deps = deps;
  }

  /** Queues the spans of a finished run. Only the process that recorded the end of the run calls it. */
  enqueue(runId: string): void {
    const { activeCount, pendingCount } = this.#oneAtATime;
    if (activeCount + pendingCount >= MAX_QUEUED) {
      this.#deps.logger.warn({ runId }, 'spans of a run were dropped: the queue is full');
      return;
    }
    this.#last = this.#oneAtATime(() => this.#record(runId));
  }

  /** Waits until the spans of all queued runs are recorded. */
  async flush(): Promise<void> {
    await this.#last;
  }

  async #record(runId: string): Promise<void> {
    const { store, objects, spans, logger } = this.#deps;
    try {
      const run = await store.find(runId);
      if (run === null) return;
      const context = this.#contextOf(run);
      const result = await readRunResult(objects, objectKeys.runResult(runId, run.attempt));
      recordRun(run, context, spans);
      if (result !== null) this.#recordNodes(run, context, result);
    } catch (error) {
      logger.warn({ err: error, runId }, 'spans of a run could not be recorded');
    }
  }

  #contextOf(run: FinishedRun): SpanContext {
    const own = parseTraceParent(run.traceparent ?? '');
    if (own === null) return childOf(null, this.#deps.newId, true);
    return { ...own, parentSpanId: run.parentSpanId };
  }

  /** A node that the runner did not start has no span. */
  #recordNodes(run: FinishedRun, parent: SpanContext, result: RunResult): void {
    const base = Date.parse(result.startedAt);
    for (const node of run.nodes) {
      const offset = result.nodeStarts[node.node_id];
      if (offset === undefined || node.duration_ms === null) continue;
      const start = base + offset;
      this.#deps.spans.record({
        context: childOf(parent, this.#deps.newId, true),
        name: `node ${node.type}`,
        kind: 'internal',
        start,
        end: start + node.duration_ms,
        attributes: nodeAttributes(run, node),
        error: node.error,
      });
    }
  }
}

function recordRun(run: FinishedRun, context: SpanContext, spans: SpanSink): void {
  spans.record({
    context,
    name: 'run',
    kind: 'internal',
    start: run.createdAt.getTime(),
    end: run.finishedAt.getTime(),
    attributes: {
      'millrace.run.id': run.id,
      'millrace.run.status': run.status,
      'millrace.run.engine': run.engine,
      'millrace.run.trigger': run.trigger,
      'millrace.run.attempt': run.attempt,
      'millrace.flow.id': run.flowId,
      'millrace.flow.name': run.flowName,
      ...(run.status === 'failed' ? { 'error.type': 'run_failed' } : {}),
    },
    error: run.status === 'failed' ? (run.errorMessage ?? 'The run failed') : null,
  });
}

function nodeAttributes(
  run: FinishedRun,
  node: NodeResult,
): Readonly<Record<string, string | number | undefined>> {
  return {
    'millrace.run.id': run.id,
    'millrace.node.id': node.node_id,
    'millrace.node.type': node.type,
    'millrace.node.label': node.label,
    'millrace.node.status': node.status,
    'millrace.node.rows': node.rows ?? undefined,
    'error.type': node.error === null ? undefined : 'node_failed',
  };
}
