import type { Logger } from 'pino';
import type { TimedCompletion } from '../../domain/runs/run-lifecycle-store.ts';

/** What the log says of a run besides its outcome; absent: unknown where it is logged. */
export interface LoggedRun {
  readonly runId: string;
  readonly attempt: number;
  readonly flowId?: string;
  readonly flowName?: string;
  readonly engine?: string;
  readonly trigger?: string;
}

/** Characters of an error that the log repeats; the run has all of it. */
const LONGEST_REASON = 500;

/** One line when a run begins to execute. */
export function logStart(logger: Logger, run: LoggedRun): void {
  logger.info(fieldsOf(run), 'run started');
}

/** One line when the outcome of a run is recorded: how long it took, and where and why it failed. */
export function logFinish(logger: Logger, run: LoggedRun, ending: TimedCompletion): void {
  const { status, time, startedAt } = ending;
  const fields = {
    ...fieldsOf(run),
    status,
    durationMs: startedAt === undefined ? 0 : Math.max(0, time.getTime() - startedAt.getTime()),
  };
  switch (status) {
    case 'success':
      logger.info({ ...fields, rows: rowsOf(ending) }, 'run succeeded');
      break;
    case 'cancelled':
      logger.info(fields, 'run cancelled');
      break;
    case 'failed':
      logger.warn({ ...fields, ...failureOf(ending) }, 'run failed');
      break;
  }
}

function fieldsOf({ runId, attempt, flowId, flowName: flow, engine, trigger }: LoggedRun): object {
  return { runId, attempt, flowId, flow, engine, trigger };
}

/** Of all outputs; undefined when none is known. */
function rowsOf({ outputs }: TimedCompletion): number | undefined {
  return outputs.length === 0 ? undefined : outputs.reduce((sum, { rows }) => sum + rows, 0);
}

/** The node that failed, where one did; else what is known of the run. */
function failureOf({ nodeResults, errorMessage }: TimedCompletion): object {
  const node = nodeResults?.find(({ error }) => error !== null);
  const reason = (node?.error ?? errorMessage ?? '').slice(0, LONGEST_REASON);
  return node === undefined ? { reason } : { node: node.node_id, nodeType: node.type, reason };
}
