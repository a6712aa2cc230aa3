import { Command } from 'commander';
import { UserError } from '../../runner/domain/errors.ts';
import type { GraphDocument } from '../../runner/domain/graph.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import { inspectGraph } from '../../runner/graph/inspect-graph.ts';
import { canRun, errorOf, problemRecord, type GraphProblem } from '../../runner/graph/problem.ts';
import { graphFormProblems, readGraph } from '../../runner/graph/read-graph.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import { engineOf } from '../flow-engine.ts';
import { readUncheckedGraph } from '../flow-file.ts';
import { collectPairs, parameterValues } from '../pairs.ts';

interface Options {
  readonly param: readonly string[];
  readonly output: string;
}

/** `millrace validate FLOW.json`: structure, wiring, configs and parameters; exit 1 when something is wrong. */
export function validateCommand(): Command {
  return new Command('validate')
    .description('Tell all that is wrong with a flow, without data')
    .argument('<flow>', 'file with a flow as JSON')
    .option(
      '--param <name=value>',
      'a parameter that has no default (repeatable)',
      collectPairs,
      [],
    )
    .option('--output <form>', 'table or json', 'table')
    .action((file: string, options: Options) => {
      const problems = problemsIn(file, parameterValues(options.param));
      const valid = canRun(problems);
      if (options.output === 'json') {
        console.log(JSON.stringify({ valid, problems: problems.map(problemRecord) }));
      } else {
        for (const problem of problems) console.log(`${file}: ${lineOf(problem)}`);
        if (valid) console.log(`${file} is a valid flow.`);
      }
      if (!valid) process.exitCode = 1;
    });
}

function problemsIn(file: string, overrides: JsonObject): readonly GraphProblem[] {
  try {
    const document = readUncheckedGraph(file);
    const form = graphFormProblems(document);
    if (form.length > 0) return form;
    const graph = readGraph(document);
    const { problems } = inspectGraph(graph, { lookup: nodeOfType, overrides });
    return [...engineProblems(graph), ...problems];
  } catch (error) {
    return [asProblem(error)];
  }
}

function engineProblems(graph: GraphDocument): GraphProblem[] {
  try {
    engineOf(graph);
    return [];
  } catch (error) {
    return [asProblem(error)];
  }
}

function asProblem(error: unknown): GraphProblem {
  if (error instanceof UserError) return errorOf(error.message);
  throw error;
}

/** E.g. `error: node "wet": "column": needs a column.` */
function lineOf({ nodeId, field, severity, message }: GraphProblem): string {
  // Most messages about a field begin with it.
  const isNamed = field === null || message.startsWith(`"${field}"`);
  const place = [
    ...(nodeId === null ? [] : [`node "${nodeId}"`]),
    ...(isNamed ? [] : [`"${field}"`]),
  ];
  return [severity, ...place, message].join(': ');
}
