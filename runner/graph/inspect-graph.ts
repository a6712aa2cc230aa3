import { ComparisonBudget } from '../domain/comparison-budget.ts';
import type { GraphDocument, GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { placeholdersOf } from './bind-parameters.ts';
import {
  isExpressionField,
  undeclaredPlaceholders,
  undeclaredPlaceholderWarning,
  ignoredFieldWarnings,
} from './config-warnings.ts';
import { expressionMistakes } from './expression-mistakes.ts';
import { indexGraph, type GraphIndex } from './graph-index.ts';
import { checkConfig } from './node-config.ts';
import { warningsOfConfig } from './node-warnings.ts';
import { ParameterNames } from '../domain/parameter-names.ts';
import { graphError, graphWarning, type GraphProblem } from './problem.ts';
import { checkParameters } from './resolve-parameters.ts';
import {
  cycleProblems,
  danglingEdgeProblems,
  nodeListProblems,
  inputOutputProblems,
} from './structure-problems.ts';
import { topologicalOrder } from './topological-order.ts';
import type { NodeLookup } from './node-lookup.ts';
import { wiringProblems } from './validate-wiring.ts';

/** A node with valid edges and a valid config. */
export interface ValidNode {
  readonly node: GraphNode;
  readonly definition: AnyNode;
  readonly config: unknown;
}

/** The result of inspectGraph. */
export interface GraphInspection {
  readonly index: GraphIndex;
  /** In topological order; nodes on cycles and their descendants last, in the order of the document. */
  readonly order: readonly GraphNode[];
  /** By id. */
  readonly validNodes: ReadonlyMap<string, ValidNode>;
  /** Effective values of the parameters that have a valid one. */
  readonly parameters: JsonObject;
  /** The value of `now()` in expressions. */
  readonly localTime: string;
  /** See `InspectionOptions`. */
  readonly maxNewColumns: number | undefined;
  readonly problems: readonly GraphProblem[];
}

/** Options of inspectGraph. */
export interface InspectionOptions {
  readonly lookup: NodeLookup;
  /** Parameter values that replace the defaults. */
  readonly overrides: JsonObject;
  /** The value of `now()` in expressions. */
  readonly localTime: string;
  /** How many columns a node may make. Default: as the variables of this process say. */
  readonly maxNewColumns?: number;
}

/**
 * Finds all problems of a flow that do not depend on its datasets: those of structure, edges, configs and
 * parameters.
 */
export function inspectGraph(
  graph: GraphDocument,
  { lookup, overrides, localTime, maxNewColumns }: InspectionOptions,
): GraphInspection {
  const index = indexGraph(graph);
  const parameters = new Parameters(graph, overrides);
  const sorted = topologicalOrder(index);
  const acyclic = new Set(sorted);
  const order = [...sorted, ...[...index.nodes.values()].filter((node) => !acyclic.has(node))];
  const problems = [
    ...nodeListProblems(graph),
    ...danglingEdgeProblems(graph.edges, index),
    ...inputOutputProblems(graph, lookup),
    ...cycleProblems(index),
  ];
  const validNodes = new Map<string, ValidNode>();
  const flow = { index, parameters, localTime, budget: new ComparisonBudget() };
  for (const node of order) {
    const inspected = inspectNode(node, lookup(node.type), flow);
    for (const problem of inspected.problems) problems.push(problem);
    if (inspected.valid !== null) validNodes.set(node.id, inspected.valid);
  }
  for (const problem of parameters.unusedProblems()) problems.push(problem);
  const { values } = parameters;
  return { index, order, validNodes, parameters: values, localTime, maxNewColumns, problems };
}

interface InspectionContext {
  readonly index: GraphIndex;
  readonly parameters: Parameters;
  readonly localTime: string;
  readonly budget: ComparisonBudget;
}

interface InspectedNode {
  readonly valid: ValidNode | null;
  readonly problems: readonly GraphProblem[];
}

function inspectNode(
  node: GraphNode,
  definition: AnyNode | undefined,
  flow: InspectionContext,
): InspectedNode {
  const nodeId = node.id;
  const wiring = [...wiringProblems(node, flow.index, definition)].map((message) =>
    graphError(message, { nodeId }),
  );
  if (definition === undefined) return { valid: null, problems: wiring };
  const placeholders = flow.parameters.problemsIn(node, definition);
  const errors = placeholders.filter(({ severity }) => severity === 'error');
  const unbound = new Set(errors.map(({ field }) => field));
  const read = checkConfig(definition, node.data.config, flow.parameters.values);
  const issues = read.ok ? [] : read.issues.filter(({ field }) => !unbound.has(field));
  const problems = [
    ...wiring,
    ...placeholders,
    ...issues.map(({ field, message }) => graphError(message, { nodeId, field })),
    ...ignoredFieldWarnings(node, definition, flow.budget),
    ...(read.ok ? warningsOfConfig(node, { definition, ...read }, flow.parameters.values) : []),
    ...unconnectedOutput(node, definition, flow.index),
  ];
  if (read.ok && !problems.some(({ severity }) => severity === 'error')) {
    return { valid: { node, definition, config: read.config }, problems };
  }
  // The analysis of the columns checks the expressions of valid nodes only.
  const values = { parameters: flow.parameters.values, localTime: flow.localTime };
  const mistakes = expressionMistakes(node, definition, { values, reported: problems });
  return { valid: null, problems: [...problems, ...mistakes] };
}

/** The parameters of a flow and the problems of their placeholders. */
class Parameters {
  readonly values: JsonObject;
  readonly #names: ParameterNames;
  readonly #issues: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();

  constructor(graph: GraphDocument, overrides: JsonObject) {
    const specs = graph.parameters ?? [];
    const { values, issues } = checkParameters(specs, overrides);
    this.values = values;
    this.#names = ParameterNames.of(specs);
    this.#issues = new Map(issues.map(({ name, message }) => [name, message]));
  }

  /** Placeholders of a node that are undeclared or whose parameter has no valid value. */
  problemsIn(node: GraphNode, definition: AnyNode): GraphProblem[] {
    const undeclared = [...undeclaredPlaceholders(node, this.#names)].map((placeholder) => {
      const { message, ...about } = placeholder;
      return isExpressionField(about.field, definition)
        ? graphError(message, { nodeId: node.id, ...about })
        : undeclaredPlaceholderWarning(node, placeholder);
    });
    return [...undeclared, ...this.#withoutValue(node)];
  }

  #withoutValue(node: GraphNode): GraphProblem[] {
    return Object.entries(node.data.config).flatMap(([field, value]) =>
      [...new Set(placeholdersOf(value))].flatMap((parameter) => {
        this.#used.add(parameter);
        const issue = this.#names.has(parameter) ? this.#issues.get(parameter) : undefined;
        return issue === undefined ? [] : graphError(issue, { nodeId: node.id, field, parameter });
      }),
    );
  }

  /** Problems of parameters that no node uses. Call it after `problemsIn` of all nodes. */
  unusedProblems(): GraphProblem[] {
    return [...this.#issues]
      .filter(([name]) => !this.#used.has(name) || !this.#names.has(name))
      .map(([parameter, message]) => graphError(message, { parameter }));
  }
}

function unconnectedOutput(
  { id }: GraphNode,
  { kind, isFlowTerminal }: AnyNode,
  index: GraphIndex,
): GraphProblem[] {
  if (kind === 'output' || isFlowTerminal || index.outgoing(id).length > 0) return [];
  return [
    graphWarning('No edge leaves this node, so nothing is done with its rows.', { nodeId: id }),
  ];
}
