import { Command } from 'commander';
import { UserError } from '../../runner/domain/errors.ts';
import { nodeLabel, type GraphNode } from '../../runner/domain/graph.ts';
import { utcRunTime } from '../../runner/domain/run-time.ts';
import { analyseColumns, type AnalysedNode } from '../../runner/graph/analyse-columns.ts';
import { inspectGraph } from '../../runner/graph/inspect-graph.ts';
import type { GraphProblem } from '../../runner/graph/problem.ts';
import { readGraph } from '../../runner/graph/read-graph.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import { explainRelation } from '../../runner/plan/explain.ts';
import { readUncheckedFlow } from '../flow-file.ts';
import { formatProblem } from '../format-problem.ts';
import { columnsOfFiles } from '../columns-of-files.ts';
import { inputFormatOption, inputOption } from '../input-options.ts';
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
    .addOption(parameterOption('a parameter that has no default'))
    .action(async (file: string, options: Options) => {
      requireOneStandardInput(file, options.input);
      const graph = withGivenFiles(readGraph(readUncheckedFlow(file).graph), options);
      const { localTime } = utcRunTime(new Date());
      const overrides = parameterValues(options.param);
      const inspection = inspectGraph(graph, { lookup: nodeOfType, overrides, localTime });
      const analysis = await analyseColumns(inspection, await columnsOfFiles(graph, options));
      const errors = [...inspection.problems, ...analysis.problems].filter(
        ({ severity }) => severity === 'error',
      );
      if (errors.length > 0) throw new UserError(errors.map(formatProblem).join('\n'));
      for (const node of analysis.nodes) {
        console.log(linesOf(node, analysis.problems).join('\n'));
      }
    });
}

/** A warning about the node explains why its columns are unknown; else a file is missing. */
function reasonOf({ id }: GraphNode, problems: readonly GraphProblem[]): string {
  const own = problems.find(({ nodeId }) => nodeId === id);
  return own?.message ?? 'give the file of each input by --input, or see the node before';
}

function linesOf(
  { node, relation }: AnalysedNode,
  problems: readonly GraphProblem[],
): readonly string[] {
  const heading = `${nodeLabel(node)} (${node.id})`;
  if (relation === null) {
    return [heading, `  unknown: ${reasonOf(node, problems)}`];
  }
  const lines = explainRelation(relation);
  return [
    heading,
    ...(lines.length === 0 ? ['the input as it is'] : lines).map((line) => `  ${line}`),
  ];
}
