import { Command } from 'commander';
import { UserError } from '../../runner/domain/errors.ts';
import { nodeLabel, type GraphNode } from '../../runner/domain/graph.ts';
import { utcRunTime } from '../../runner/domain/run-time.ts';
import {
  analyseColumns,
  type AnalysedNode,
  type ColumnAnalysis,
} from '../../runner/graph/analyse-columns.ts';
import { inspectGraph } from '../../runner/graph/inspect-graph.ts';
import { readGraph } from '../../runner/graph/read-graph.ts';
import { validateForRun, type ExecutionPlan } from '../../runner/graph/validate-graph.ts';
import { LoweredPlan } from '../../runner/graph/lowered-plan.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import { explainRelation, nameText } from '../../runner/plan/explain.ts';
import { isDiscovered } from '../../runner/plan/relation.ts';
import { segmentLines } from '../explain-segments.ts';
import { readUncheckedFlow } from '../flow-file.ts';
import { formatProblem } from '../format-problem.ts';
import { columnsOfFiles } from '../columns-of-files.ts';
import { inputFormatOption, inputOption, inputParseOption } from '../input-options.ts';
import { withGivenFiles, type InputOptions } from '../local-inputs.ts';
import { parameterOption, parameterValues } from '../pairs.ts';
import { requireOneStandardInput } from '../standard-stream.ts';

interface Options extends InputOptions {
  readonly param: readonly string[];
}

/**
 * `millrace explain FLOW.json --input in=FILE`: prints the operators that each node lowers to, in the order
 * of execution. Exits with 1 when the flow is invalid.
 */
export function explainCommand(): Command {
  return new Command('explain')
    .description('Print the plan of a flow: the operators of each node')
    .argument('<flow>', 'file with a flow as JSON; - is standard input')
    .addOption(inputOption())
    .addOption(inputFormatOption())
    .addOption(inputParseOption())
    .addOption(parameterOption('a parameter that has no default'))
    .action(async (file: string, options: Options) => {
      requireOneStandardInput(file, options.input);
      const { graph: document, parseOptions } = readUncheckedFlow(file);
      const graph = withGivenFiles(readGraph(document), options);
      const { localTime } = utcRunTime(new Date());
      const overrides = parameterValues(options.param);
      const inspection = inspectGraph(graph, { lookup: nodeOfType, overrides, localTime });
      const columns = await columnsOfFiles(graph, { ...options, parseOptions });
      const analysis = await analyseColumns(inspection, columns);
      const errors = [...inspection.problems, ...analysis.problems].filter(
        ({ severity }) => severity === 'error',
      );
      if (errors.length > 0) throw new UserError(errors.map(formatProblem).join('\n'));
      const plan = validateForRun(graph, { lookup: nodeOfType, parameters: inspection.parameters });
      const lowered = new LoweredPlan(
        plan,
        new Map(Array.from(columns, ([id, each]) => [id, { dataKey: id, columns: each }])),
        { parameters: inspection.parameters, localTime },
        ({ definition }) => definition.kind === 'output',
      );
      for (const node of analysis.nodes) {
        const lines = [...linesOf(node, analysis, plan), ...passLines(node.node, plan, lowered)];
        console.log(lines.join('\n'));
      }
      const segments = columns.size === 0 ? [] : segmentLines(plan, lowered);
      if (segments.length > 0) console.log(segments.join('\n'));
    });
}

/** What the passes over the whole flow find for a node. */
function passLines(
  { id }: GraphNode,
  { index }: ExecutionPlan,
  lowered: LoweredPlan,
): readonly string[] {
  const owner = index.nodes.get(lowered.ownerOf(id));
  if (owner !== undefined && owner.id !== id)
    return [`  shared with ${nodeLabel(owner)} (${owner.id})`];
  const relations = lowered.relationsOf(id)?.entries() ?? [];
  return relations.flatMap(([, output]) => {
    const live = lowered.liveColumns(output);
    if (isDiscovered(output) || live === undefined || live.size === output.columns.length)
      return [];
    const names = output.columns.flatMap(({ name }) => (live.has(name) ? [nameText(name)] : []));
    return [`  later nodes read ${names.join(', ')}`];
  });
}

/** A warning about the node or an ancestor explains why its columns are unknown; else a file is missing. */
function reasonOf(
  node: GraphNode,
  { nodes, problems }: ColumnAnalysis,
  { index }: ExecutionPlan,
): string {
  const own = problems.find(({ nodeId }) => nodeId === node.id);
  if (own !== undefined) return own.message;
  const unknown = new Map(
    nodes.flatMap((each) => (each.relation === null ? [[each.node.id, each.node] as const] : [])),
  );
  // The set grows while it is iterated: breadth first, so that the nearest cause is found.
  const ancestors = new Set([node.id]);
  for (const id of ancestors) {
    const cause = problems.find(({ nodeId }) => nodeId === id);
    const ancestor = unknown.get(id);
    if (cause !== undefined && ancestor !== undefined) {
      return `it reads ${nodeLabel(ancestor)} (${id}): ${cause.message}`;
    }
    for (const { source } of index.incoming(id)) if (unknown.has(source)) ancestors.add(source);
  }
  return 'give the file of each input by --input, or see the node before';
}

function linesOf(
  { node, relation }: AnalysedNode,
  analysis: ColumnAnalysis,
  plan: ExecutionPlan,
): readonly string[] {
  const heading = `${nodeLabel(node)} (${node.id})`;
  if (relation === null) {
    return [heading, `  unknown: ${reasonOf(node, analysis, plan)}`];
  }
  const lines = explainRelation(relation);
  return [
    heading,
    ...(lines.length === 0 ? ['the input as it is'] : lines).map((line) => `  ${line}`),
  ];
}
