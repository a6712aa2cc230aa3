import { UserError } from '../domain/errors.ts';
import { truncateMiddle } from '../domain/truncate-text.ts';
import type { ConfigWarningCode } from '../nodes/config-warning.ts';

/** An error or a warning about a flow. */
export interface GraphProblem {
  /** Null: the problem concerns the whole flow. */
  readonly nodeId: string | null;
  /** The config key, or null. */
  readonly field: string | null;
  /** The name of the parameter, or null. */
  readonly parameter: string | null;
  /** A flow with an error cannot run. */
  readonly severity: 'error' | 'warning';
  /** A human-readable sentence. */
  readonly message: string;
  /** What programs recognize a warning by; most problems have none. */
  readonly code?: ConfigWarningCode | undefined;
}

/** A problem with the field names of the API. */
export interface ProblemRecord {
  readonly node_id: string | null;
  readonly field: string | null;
  readonly parameter: string | null;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly code?: ConfigWarningCode;
}

/** Converts a problem to the field names of the API. */
export function problemRecord({ nodeId, ...problem }: GraphProblem): ProblemRecord {
  const { field, parameter, severity, message, code } = problem;
  const record = { node_id: nodeId, field, parameter, severity, message };
  return code === undefined ? record : { ...record, code };
}

/** Whether a flow with these problems can run. */
export function canRun(problems: readonly GraphProblem[]): boolean {
  return problems.every(({ severity }) => severity !== 'error');
}

type About = Partial<Pick<GraphProblem, 'nodeId' | 'field' | 'parameter' | 'code'>>;

/** A problem of severity `error`. */
export function graphError(message: string, about: About = {}): GraphProblem {
  return {
    nodeId: null,
    field: null,
    parameter: null,
    ...about,
    severity: 'error',
    message: truncateMiddle(message),
  };
}

/** A problem of severity `warning`. */
export function graphWarning(message: string, about: About = {}): GraphProblem {
  return { ...graphError(message, about), severity: 'warning' };
}

/** @throws UserError for the first problem */
export function throwFirst(problems: Iterable<GraphProblem>): void {
  for (const { message } of problems) throw new UserError(message);
}
