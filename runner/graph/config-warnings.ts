import type { GraphDocument, GraphNode } from '../domain/graph.ts';
import { ComparisonBudget } from '../domain/comparison-budget.ts';
import { fieldHint } from '../domain/field-hint.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { aliasedField } from './field-aliases.ts';
import { isLabel } from './field-label.ts';
import { knownConfigFields } from './known-config-fields.ts';
import { placeholdersOf } from './bind-parameters.ts';
import { misplacedConfig } from './misplaced-config.ts';
import { graphWarning, type GraphProblem } from './problem.ts';
import { ParameterNames } from '../domain/parameter-names.ts';
import type { NodeLookup } from './node-lookup.ts';

/** A `{{ name }}` in a config that names no declared parameter. */
export interface UndeclaredPlaceholder {
  readonly field: string;
  readonly parameter: string;
  /** A sentence with the nearest name. */
  readonly message: string;
}

const MAX_WARNINGS = 100;

/**
 * Warns about unknown config fields and undeclared parameters.
 * @returns at most 100 warnings
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
      if (!isExpressionField(placeholder.field, definition))
        yield undeclaredPlaceholderWarning(node, placeholder);
    }
    yield* ignoredFieldWarnings(node, definition, budget);
  }
}

/** A config field that the node type does not have. */
export interface UnknownConfigField {
  readonly field: string;
  /** A sentence with the nearest field. */
  readonly message: string;
}

/** The config fields of a node that its type does not have, and its fields outside of the config. */
export function* unknownConfigFields(
  node: GraphNode,
  definition: AnyNode,
  budget?: ComparisonBudget,
): Generator<UnknownConfigField> {
  yield* misplacedConfig(node, definition);
  const { id } = definition;
  const known = knownConfigFields(definition);
  const given = Object.keys(node.data.config);
  for (const field of given) {
    if (known.includes(field)) continue;
    yield { field, message: `${id} has no field "${field}". ${hintOf(field, known)}` };
  }

  /** A label is no typo: forms show `subset` of dropNulls as Columns, the key of other nodes. */
  function hintOf(field: string, known: readonly string[]): string {
    const labelled = definition.fields.find((each) => isLabel(field, each))?.key;
    const meant = labelled ?? aliasedField(field, known, given);
    return meant === undefined ? fieldHint(field, known, budget) : `Did you mean "${meant}"?`;
  }
}

/** Warnings about the unknown config fields of a node, which runs ignore; at most 100. */
export function* ignoredFieldWarnings(
  node: GraphNode,
  definition: AnyNode,
  budget?: ComparisonBudget,
): Generator<GraphProblem> {
  let count = 0;
  for (const { field, message } of unknownConfigFields(node, definition, budget)) {
    if (count++ === MAX_WARNINGS) return;
    yield graphWarning(`${message} It is ignored.`, { nodeId: node.id, field });
  }
}

/** The undeclared placeholders of a node. @param names the declared parameters of the flow */
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

/** The warning about an undeclared placeholder in a text, which stays unchanged. */
export function undeclaredPlaceholderWarning(
  { id: nodeId }: GraphNode,
  { field, parameter, message }: UndeclaredPlaceholder,
): GraphProblem {
  return graphWarning(`${message} The text stays as it is written.`, { nodeId, field, parameter });
}

/** Whether a config field has an expression. */
export function isExpressionField(field: string, { expressionKeys }: AnyNode): boolean {
  return expressionKeys.includes(field);
}

const MAX_LISTED_PARAMETERS = 3;

/**
 * Adds the undeclared parameters and the misplaced config of a node to the reason of its failure, since they
 * are mostly the cause.
 * @param names the declared parameters of the flow
 */
export function withLikelyCauses(
  reason: string,
  { node, definition }: { readonly node: GraphNode; readonly definition: AnyNode },
  names: readonly string[],
): string {
  const [misplaced] = misplacedConfig(node, definition);
  const withPlace = misplaced === undefined ? reason : `${reason} ${misplaced.message}`;
  return withUndeclaredParameters(withPlace, node, names);
}

function withUndeclaredParameters(
  reason: string,
  node: GraphNode,
  names: readonly string[],
): string {
  const undeclared = new Set<string>();
  for (const { parameter, message } of undeclaredPlaceholders(node, new ParameterNames(names))) {
    if (undeclared.size === MAX_LISTED_PARAMETERS) break;
    if (!reason.includes(`no parameter "${parameter}"`)) undeclared.add(message);
  }
  if (undeclared.size === 0) return reason;
  return `${[...undeclared].join(' ')} The node uses the text as it is written: ${reason}`;
}
