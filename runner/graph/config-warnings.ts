import type { GraphDocument, GraphNode } from '../domain/graph.ts';
import { fieldHint } from '../domain/nearest-field.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { placeholdersOf } from './bind-parameters.ts';
import { warningOf, type GraphProblem } from './problem.ts';
import { unknownParameter } from './resolve-parameters.ts';
import type { NodeLookup } from './validate-graph.ts';

/** A `{{ name }}` in a config that no parameter of the flow has the name of. */
export interface UndeclaredPlaceholder {
  readonly field: string;
  readonly parameter: string;
  /** Says so, with the nearest name. */
  readonly message: string;
}

/** What the author of a graph should know of its configs: fields and parameters that are not known. */
export function configWarnings(graph: GraphDocument, lookup: NodeLookup): GraphProblem[] {
  const names = (graph.parameters ?? []).map(({ name }) => name);
  return graph.nodes.flatMap((node) => {
    const definition = lookup(node.type);
    if (definition === undefined) return [];
    const texts = undeclaredPlaceholders(node, names)
      .filter(({ field }) => !isExpression(field, definition))
      .map((placeholder) => undeclaredText(node, placeholder));
    return [...texts, ...ignoredFields(node, definition)];
  });
}

/** A field of a config that the type of the node does not have. */
export interface UnknownConfigField {
  readonly field: string;
  /** Says so, with the nearest field. */
  readonly message: string;
}

export function unknownConfigFields(
  node: GraphNode,
  { id, fields, defaultConfig }: AnyNode,
): UnknownConfigField[] {
  const known = [...new Set([...fields.map(({ key }) => key), ...Object.keys(defaultConfig)])];
  return Object.keys(node.data.config)
    .filter((field) => !known.includes(field))
    .map((field) => ({
      field,
      message: `${id} has no field "${field}". ${fieldHint(field, known)}`,
    }));
}

/** A run ignores the fields that the type of a node does not have. */
export function ignoredFields(node: GraphNode, definition: AnyNode): GraphProblem[] {
  return unknownConfigFields(node, definition).map(({ field, message }) =>
    warningOf(`${message} It is ignored.`, { nodeId: node.id, field }),
  );
}

/** @param names of the parameters that the flow declares */
export function undeclaredPlaceholders(
  node: GraphNode,
  names: readonly string[],
): UndeclaredPlaceholder[] {
  return Object.entries(node.data.config).flatMap(([field, value]) =>
    [...new Set(placeholdersOf(value))]
      .filter((parameter) => !names.includes(parameter))
      .map((parameter) => ({ field, parameter, message: unknownParameter(parameter, names) })),
  );
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
  const undeclared = undeclaredPlaceholders(node, names)
    .filter(({ parameter }) => !reason.includes(`no parameter "${parameter}"`))
    .map(({ message }) => message);
  return [...[...new Set(undeclared)].slice(0, MAX_NAMED), reason].join(' ');
}
