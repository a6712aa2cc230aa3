/** Something about a flow that its author should know. */
export interface GraphProblem {
  /** Null: it is about the flow as a whole. */
  readonly nodeId: string | null;
  /** The key of the node's config; null when it is about none. */
  readonly field: string | null;
  /** The name of the parameter that it is about. */
  readonly parameter: string | null;
  /** With an error the flow cannot run. */
  readonly severity: 'error' | 'warning';
  /** A sentence for people. */
  readonly message: string;
}

/** A problem as callers are told it. */
export interface ProblemRecord {
  readonly node_id: string | null;
  readonly field: string | null;
  readonly parameter: string | null;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

export function problemRecord({ nodeId, ...problem }: GraphProblem): ProblemRecord {
  const { field, parameter, severity, message } = problem;
  return { node_id: nodeId, field, parameter, severity, message };
}

/** Whether a flow with these problems can run. */
export function canRun(problems: readonly GraphProblem[]): boolean {
  return problems.every(({ severity }) => severity !== 'error');
}

type About = Partial<Pick<GraphProblem, 'nodeId' | 'field' | 'parameter'>>;

export function errorOf(message: string, about: About = {}): GraphProblem {
  return { nodeId: null, field: null, parameter: null, ...about, severity: 'error', message };
}

export function warningOf(message: string, about: About = {}): GraphProblem {
  return { ...errorOf(message, about), severity: 'warning' };
}
