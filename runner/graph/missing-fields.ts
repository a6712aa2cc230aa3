import { ComparisonBudget } from '../domain/comparison-budget.ts';
import { nearestField } from '../domain/field-hint.ts';
import type { GraphDocument, GraphNode } from '../domain/graph.ts';
import type { JsonValue } from '../domain/json.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { knownConfigFields } from './config-warnings.ts';
import { isLabel } from './field-label.ts';
import { checkConfig } from './node-config.ts';
import { graphWarning, type GraphProblem } from './problem.ts';
import type { NodeLookup } from './validate-graph.ts';

const MAX_WARNINGS = 100;

/** The warnings of `missingFieldWarnings` about all nodes of a flow; at most 100. */
export function missingFieldsOf(graph: GraphDocument, lookup: NodeLookup): GraphProblem[] {
  const warnings: GraphProblem[] = [];
  const budget = new ComparisonBudget();
  for (const node of graph.nodes) {
    const definition = lookup(node.type);
    if (definition === undefined) continue;
    for (const warning of missingFieldWarnings(node, definition, budget)) {
      if (warnings.length === MAX_WARNINGS) return warnings;
      warnings.push(warning);
    }
  }
  return warnings;
}

/**
 * Warns of required fields that a config lacks and whose default the node accepts, so that it may do nothing:
 * those whose default is empty or a script, and those that an unknown field probably stands for.
 */
export function* missingFieldWarnings(
  node: GraphNode,
  definition: AnyNode,
  budget?: ComparisonBudget,
): Generator<GraphProblem> {
  const { config } = node.data;
  const missing = definition.fields.filter(
    ({ key, required }) => required && !Object.hasOwn(config, key),
  );
  if (missing.length === 0) return;
  const accepted = acceptedDefaults(definition);
  const unknown = unknownNames(node, definition, budget);
  for (const field of missing.filter(({ key }) => accepted.has(key))) {
    const { key, default: used = null } = field;
    const meant = unknown.find(({ name, nearest }) => nearest === key || isLabel(name, field));
    if (meant === undefined && !isEmpty(used) && !Object.hasOwn(definition.scripts, key)) continue;
    const hint = meant === undefined ? '' : ` Did you mean it by "${meant.name}"?`;
    const message = `"${key}" is missing, so ${definition.id} uses ${JSON.stringify(used)}.${hint}`;
    yield graphWarning(message, { nodeId: node.id, field: key });
  }
}

/** The fields whose default passes the schema of the node. The others are errors when they are missing. */
function acceptedDefaults(definition: AnyNode): ReadonlySet<string> {
  const read = checkConfig(definition, {}, {});
  const rejected = read.ok ? [] : read.issues.map(({ field }) => field);
  const keys = definition.fields.map(({ key }) => key);
  return new Set(keys.filter((key) => !rejected.includes(key)));
}

interface UnknownName {
  readonly name: string;
  readonly nearest: string | undefined;
}

const MAX_UNKNOWN = 20;

function unknownNames(
  node: GraphNode,
  definition: AnyNode,
  budget?: ComparisonBudget,
): UnknownName[] {
  const known = knownConfigFields(definition);
  return Object.keys(node.data.config)
    .filter((name) => !known.includes(name))
    .slice(0, MAX_UNKNOWN)
    .map((name) => ({ name, nearest: nearestField(name, known, budget) }));
}

function isEmpty(value: JsonValue): boolean {
  if (typeof value !== 'object') return value === '';
  return value === null || Object.keys(value).length === 0;
}
