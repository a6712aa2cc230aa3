import type { Logger } from 'pino';
import type { TimedCompletion } from '../../domain/runs/run-lifecycle-store.ts';

/** The log fields of a run besides its outcome; absent: unknown. */
export interface LoggedRun {
  readonly runId: string;
  readonly attempt: number;
  readonly flowId?: string;
  readonly flowName?: string;
  readonly engine?: string;
  readonly trigger?: string;
}

/** In characters. The run itself has the whole error. */
const MAX_REASON_LENGTH = 500;

/** Logs that a run started to execute. */
export function logStart(logger: Logger, run: LoggedRun): void {
  logger.info(fieldsOf(run), 'run started');
}

/** Logs the recorded outcome of a run, with its duration and the reason of a failure. */
export function logFinish(logger: Logger, run: LoggedRun, completion: TimedCompletion): void {
  const { status, time, startedAt } = completion;
  const fields = {
    ...fieldsOf(run),
    status,
    // Absent for a run that another process started.
    durationMs:
      startedAt === undefined ? undefined : Math.max(0, time.getTime() - startedAt.getTime()),
  };
  switch (status) {
    case 'success':
      logger.info({ ...fields, rows: rowsOf(completion) }, 'run succeeded');
      break;
    case 'cancelled':
      logger.info(fields, 'run cancelled');
      break;
    case 'failed':
      logger.warn({ ...fields, ...failureOf(completion) }, 'run failed');
      break;
  }
}

function fieldsOf({ runId, attempt, flowId, flowName: flow, engine, trigger }: LoggedRun): object {
  return { runId, attempt, flowId, flow, engine, trigger };
}

/** The rows of all outputs; undefined without outputs. */
function rowsOf({ outputs }: TimedCompletion): number | undefined {
  return outputs.length === 0 ? undefined : outputs.reduce((sum, { rows }) => sum + rows, 0);
}

/** The failed node and its error, else the error of the run. */
function failureOf({ nodeResults, errorMessage }: TimedCompletion): object {
  const node = nodeResults?.find(({ error }) => error !== null);
  const reason = (node?.error ?? errorMessage ?? '').slice(0, MAX_REASON_LENGTH);
  return node === undefined ? { reason } : { node: node.node_id, nodeType: node.type, reason };
}
