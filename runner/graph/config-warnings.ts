import type { GraphDocument, GraphNode } from '../domain/graph.ts';
import { ComparisonBudget } from '../domain/comparison-budget.ts';
import { fieldHint } from '../domain/field-hint.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { placeholdersOf } from './bind-parameters.ts';
import { warningOf, type GraphProblem } from './problem.ts';
import { ParameterNames } from './parameter-names.ts';
import type { NodeLookup } from './validate-graph.ts';

/** A `{{ name }}` in a config that no parameter of the flow has the name of. */
export interface UndeclaredPlaceholder {
  readonly field: string;
  readonly parameter: string;
  /** Says so, with the nearest name. */
  readonly message: string;
}

const MAX_WARNINGS = 100;

/**
 * What the author of a graph should know of its configs: fields and parameters that are not known.
 * @returns the first hundred
 */
export function configWarnings(graph: GraphDocument, lookup: NodeLookup): GraphProblem[] {
  const warnings: GraphProblem[] = [];
  for (const warning of warningsOf(graph, lookup)) {
    if (warnings.length === MAX_WARNINGS) break;
    warnings.push(warning);
  }
  return warnings;
}

function* warningsOf(graph: GraphDocument, lookup: NodeLookup): Generator<GraphProblem> {
  const names = ParameterNames.of(graph.parameters);
  const budget = new ComparisonBudget();
  for (const node of graph.nodes) {
    const definition = lookup(node.type);
    if (definition === undefined) continue;
    for (const placeholder of undeclaredPlaceholders(node, names)) {
      if (!isExpression(placeholder.field, definition)) yield undeclaredText(node, placeholder);
    }
    yield* ignoredFields(node, definition, budget);
  }
}

/** A field of a config that the type of the node does not have. */
export interface UnknownConfigField {
  readonly field: string;
  /** Says so, with the nearest field. */
  readonly message: string;
}

export function* unknownConfigFields(
  node: GraphNode,
  { id, fields, defaultConfig }: AnyNode,
  budget?: ComparisonBudget,
): Generator<UnknownConfigField> {
  const known = [...new Set([...fields.map(({ key }) => key), ...Object.keys(defaultConfig)])];
  for (const field of Object.keys(node.data.config)) {
    if (known.includes(field)) continue;
    yield { field, message: `${id} has no field "${field}". ${fieldHint(field, known, budget)}` };
  }
}

/** A run ignores the fields that the type of a node does not have. The first hundred of them. */
export function* ignoredFields(
  node: GraphNode,
  definition: AnyNode,
  budget?: ComparisonBudget,
): Generator<GraphProblem> {
  let count = 0;
  for (const { field, message } of unknownConfigFields(node, definition, budget)) {
    if (count++ === MAX_WARNINGS) return;
    yield warningOf(`${message} It is ignored.`, { nodeId: node.id, field });
  }
}

/** @param names of the parameters that the flow declares */
export function* undeclaredPlaceholders(
  node: GraphNode,
  names: ParameterNames,
): Generator<UndeclaredPlaceholder> {
  for (const [field, value] of Object.entries(node.data.config)) {
    for (const parameter of new Set(placeholdersOf(value))) {
      if (names.has(parameter)) continue;
      yield { field, parameter, message: names.unknown(parameter) };
    }
  }
}

/** In a text, a placeholder without a parameter is left as it is. */
export function undeclaredText(
  { id: nodeId }: GraphNode,
  { field, parameter, message }: UndeclaredPlaceholder,
): GraphProblem {
  return warningOf(`${message} The text stays as it is written.`, { nodeId, field, parameter });
}

export function isExpression(field: string, { expressionKeys = [] }: AnyNode): boolean {
  return expressionKeys.includes(field);
}

const MAX_NAMED = 3;

/**
 * Why a node failed, after the parameters that its config names and the flow does not declare: mostly
 * they are the cause.
 * @param names of the parameters that the flow declares
 */
export function withUndeclared(reason: string, node: GraphNode, names: readonly string[]): string {
  const undeclared = new Set<string>();
  for (const { parameter, message } of undeclaredPlaceholders(node, new ParameterNames(names))) {
    if (undeclared.size === MAX_NAMED) break;
    if (!reason.includes(`no parameter "${parameter}"`)) undeclared.add(message);
  }
  return [...undeclared, reason].join(' ');
}
