import { ComparisonBudget } from '../domain/comparison-budget.ts';
import type { GraphDocument, GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { placeholdersOf } from './bind-parameters.ts';
import {
  isExpression,
  undeclaredPlaceholders,
  undeclaredText,
  ignoredFields,
} from './config-warnings.ts';
import { indexGraph, type GraphIndex } from './graph-index.ts';
import { checkConfig } from './node-config.ts';
import { ParameterNames } from './parameter-names.ts';
import { errorOf, warningOf, type GraphProblem } from './problem.ts';
import { checkParameters } from './resolve-parameters.ts';
import {
  cycleProblems,
  danglingProblems,
  emptinessProblems,
  endProblems,
} from './structure-problems.ts';
import { topologicalOrder } from './topological-order.ts';
import type { NodeLookup } from './validate-graph.ts';
import { wiringProblems } from './validate-wiring.ts';

/** A node whose wires and config are right. */
export interface SoundNode {
  readonly node: GraphNode;
  readonly definition: AnyNode;
  readonly config: unknown;
}

export interface GraphInspection {
  readonly index: GraphIndex;
  /** In the order of execution; those on circles and after them last, as they were listed. */
  readonly order: readonly GraphNode[];
  /** By id. */
  readonly sound: ReadonlyMap<string, SoundNode>;
  /** Values of the parameters that have one. */
  readonly parameters: JsonObject;
  /** What `now()` is in expressions. */
  readonly localTime: string;
  readonly problems: readonly GraphProblem[];
}

export interface InspectionOptions {
  readonly lookup: NodeLookup;
  /** Values for parameters. */
  readonly overrides: JsonObject;
  /** What `now()` is in expressions. */
  readonly localTime: string;
}

/**
 * Finds everything about a flow that can be known without its datasets: structure, wires, configs and
 * parameters.
 */
export function inspectGraph(
  graph: GraphDocument,
  { lookup, overrides, localTime }: InspectionOptions,
): GraphInspection {
  const index = indexGraph(graph);
  const parameters = new Parameters(graph, overrides);
  const sorted = topologicalOrder(index);
  const reached = new Set(sorted);
  const order = [...sorted, ...[...index.nodes.values()].filter((node) => !reached.has(node))];
  const problems = [
    ...emptinessProblems(graph),
    ...danglingProblems(graph.edges, index),
    ...endProblems(graph, lookup),
    ...cycleProblems(index),
  ];
  const sound = new Map<string, SoundNode>();
  const flow = { index, parameters, budget: new ComparisonBudget() };
  for (const node of order) {
    const found = inspectNode(node, lookup(node.type), flow);
    for (const problem of found.problems) problems.push(problem);
    if (found.sound !== null) sound.set(node.id, found.sound);
  }
  for (const problem of parameters.unused()) problems.push(problem);
  return { index, order, sound, parameters: parameters.values, localTime, problems };
}

/** What is looked at for each node of a flow. */
interface Inspected {
  readonly index: GraphIndex;
  readonly parameters: Parameters;
  readonly budget: ComparisonBudget;
}

interface InspectedNode {
  readonly sound: SoundNode | null;
  readonly problems: readonly GraphProblem[];
}

function inspectNode(
  node: GraphNode,
  definition: AnyNode | undefined,
  flow: Inspected,
): InspectedNode {
  const nodeId = node.id;
  const wiring = [...wiringProblems(node, flow.index, definition)].map((message) =>
    errorOf(message, { nodeId }),
  );
  if (definition === undefined) return { sound: null, problems: wiring };
  const placeholders = flow.parameters.inNode(node, definition);
  const unbound = new Set(placeholders.map(({ field }) => field));
  const read = checkConfig(definition, node.data.config, flow.parameters.values);
  const issues = read.ok ? [] : read.issues.filter(({ field }) => !unbound.has(field));
  const problems = [
    ...wiring,
    ...placeholders,
    ...issues.map(({ field, message }) => errorOf(message, { nodeId, field })),
    ...ignoredFields(node, definition, flow.budget),
    ...deadEnd(node, definition, flow.index),
  ];
  const isSound = read.ok && !problems.some(({ severity }) => severity === 'error');
  return { sound: isSound ? { node, definition, config: read.config } : null, problems };
}

/** The parameters of a flow, and what is wrong with them where they are used. */
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

  /** Placeholders of a node that stand for nothing. */
  inNode(node: GraphNode, definition: AnyNode): GraphProblem[] {
    const undeclared = [...undeclaredPlaceholders(node, this.#names)].map((placeholder) => {
      const { message, ...about } = placeholder;
      return isExpression(about.field, definition)
        ? errorOf(message, { nodeId: node.id, ...about })
        : undeclaredText(node, placeholder);
    });
    return [...undeclared, ...this.#withoutValue(node)];
  }

  #withoutValue(node: GraphNode): GraphProblem[] {
    return Object.entries(node.data.config).flatMap(([field, value]) =>
      [...new Set(placeholdersOf(value))].flatMap((parameter) => {
        this.#used.add(parameter);
        const issue = this.#names.has(parameter) ? this.#issues.get(parameter) : undefined;
        return issue === undefined ? [] : errorOf(issue, { nodeId: node.id, field, parameter });
      }),
    );
  }

  /** What is wrong with parameters that no node uses. To be asked when all nodes have been seen. */
  unused(): GraphProblem[] {
    return [...this.#issues]
      .filter(([name]) => !this.#used.has(name) || !this.#names.has(name))
      .map(([parameter, message]) => errorOf(message, { parameter }));
  }
}

function deadEnd({ id }: GraphNode, { kind }: AnyNode, index: GraphIndex): GraphProblem[] {
  if (kind === 'output' || index.outgoing(id).length > 0) return [];
  return [warningOf('No edge leaves this node, so nothing is done with its rows.', { nodeId: id })];
}
