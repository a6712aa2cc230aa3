import type { Logger } from 'pino';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { NodeResult, RunResult } from '../../runner/domain/run-result.ts';
import { parseTraceParent } from '../../runner/domain/trace-parent.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import { readRunResult } from '../domain/runs/read-run-result.ts';
import type { EndedRun, EndedRunStore } from './ended-run-store.ts';
import { childOf, type SpanContext, type SpanSink } from '../domain/span.ts';

export interface RunSpansDeps {
  readonly store: EndedRunStore;
  readonly objects: ObjectStore;
  readonly spans: SpanSink;
  readonly logger: Logger;
  readonly newId: () => string;
}

/** Runs beyond this many that wait to be told are left out. */
const MAX_WAITING = 1_000;

/**
 * Tells the tracing system of runs that have ended: a span for each, and one for each of its nodes. It
 * reads what was recorded, one run after the other, so that no run waits for it.
 */
export class RunSpans {
  readonly #deps: RunSpansDeps;
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(deps: RunSpansDeps) {
    this.#deps = deps;
  }

  /** To be called by the one process that recorded the end of the run. */
  ended(runId: string): void {
    if (this.#waiting >= MAX_WAITING) {
      this.#deps.logger.warn({ runId }, 'the trace of a run is left out: too many wait');
      return;
    }
    this.#waiting += 1;
    this.#work = this.#work.then(async () => {
      await this.#tell(runId);
      this.#waiting -= 1;
    });
  }

  /** Settles when all is told. */
  async settle(): Promise<void> {
    await this.#work;
  }

  async #tell(runId: string): Promise<void> {
    const { store, objects, spans, logger } = this.#deps;
    try {
      const run = await store.find(runId);
      if (run === null) return;
      const context = this.#contextOf(run);
      const result = await readRunResult(objects, objectKeys.runResult(runId, run.attempt));
      recordRun(run, context, spans);
      if (result !== null) this.#recordNodes(run, context, result);
    } catch (error) {
      logger.warn({ err: error, runId }, 'the trace of a run could not be told');
    }
  }

  #contextOf(run: EndedRun): SpanContext {
    const own = parseTraceParent(run.traceparent ?? '');
    if (own === null) return childOf(null, this.#deps.newId, true);
    return { ...own, parentSpanId: run.parentSpanId };
  }

  /** The runner tells when it began each node; what was never begun has no span. */
  #recordNodes(run: EndedRun, parent: SpanContext, result: RunResult): void {
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

function recordRun(run: EndedRun, context: SpanContext, spans: SpanSink): void {
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
  run: EndedRun,
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
