import type { GraphNode } from '../domain/graph.ts';
import { mistakeWithoutColumns } from '../expressions/index.ts';
import type { ExpressionValues } from '../expressions/scope.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { graphError, type GraphProblem } from './problem.ts';

/**
 * What is wrong in the expressions of a node whatever the columns of its inputs are.
 * @param reported problems of the flow, which are not repeated
 */
export function expressionMistakes(
  { id: nodeId, data: { config } }: GraphNode,
  { expressionKeys }: AnyNode,
  { values, reported }: { values: ExpressionValues; reported: readonly GraphProblem[] },
): GraphProblem[] {
  return expressionKeys.flatMap((field) => {
    const text = Object.hasOwn(config, field) ? config[field] : undefined;
    if (typeof text !== 'string' || text.trim() === '') return [];
    const message = mistakeWithoutColumns(text, values)?.message;
    const isReported = reported.some(
      (problem) =>
        problem.nodeId === nodeId &&
        problem.field === field &&
        problem.severity === 'error' &&
        message !== undefined &&
        // The first mistake of an expression with a placeholder that fails is that placeholder.
        (problem.parameter !== null || problem.message.includes(message)),
    );
    return message === undefined || isReported ? [] : [graphError(message, { nodeId, field })];
  });
}
