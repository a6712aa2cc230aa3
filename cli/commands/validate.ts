import { Command } from 'commander';
import { UserError } from '../../runner/domain/errors.ts';
import type { GraphDocument, GraphNode } from '../../runner/domain/graph.ts';
import { utcRunTime } from '../../runner/domain/run-time.ts';
import { analyseColumns } from '../../runner/graph/analyse-columns.ts';
import { inspectGraph, type GraphInspection } from '../../runner/graph/inspect-graph.ts';
import {
  canRun,
  graphError,
  problemRecord,
  type GraphProblem,
} from '../../runner/graph/problem.ts';
import { graphShapeProblems, readGraph } from '../../runner/graph/read-graph.ts';
import { scriptProblems } from '../../runner/scripts/script-problems.ts';
import { readScriptSettings } from '../../runner/scripts/script-settings.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import { engineOf } from '../flow-engine.ts';
import { readUncheckedFlow } from '../flow-file.ts';
import { outputOption } from '../output-option.ts';
import { inputFormatOption, inputOption, inputParseOption } from '../input-options.ts';
import { inputsWithoutFile, withGivenFiles, type InputOptions } from '../local-inputs.ts';
import { formatProblem } from '../format-problem.ts';
import { unknownNodeFields } from '../unknown-fields.ts';
import { parameterOption, parameterValues } from '../pairs.ts';
import { UsageError } from '../paths.ts';
import { requireOneStandardInput, shownFile } from '../standard-stream.ts';
import { columnsOfFiles } from '../columns-of-files.ts';

interface Options extends InputOptions {
  readonly param: readonly string[];
  readonly output: string;
}

/**
 * `millrace validate FLOW.json`: validates structure, edges, configs and parameters, and the columns of
 * inputs with a file. Exits with 1 when the flow is invalid, with 2 when the file has unknown fields.
 */
export function validateCommand(): Command {
  return new Command('validate')
    .description('Report every problem of a flow without running it')
    .argument('<flow>', 'file with a flow as JSON; - is standard input')
    .addOption(inputOption())
    .addOption(inputFormatOption())
    .addOption(inputParseOption())
    .addOption(parameterOption('a parameter that has no default'))
    .addOption(outputOption())
    .action(async (file: string, options: Options) => {
      requireOneStandardInput(file, options.input);
      const { problems, unread, unknown } = await validation(file, options);
      const valid = canRun(problems);
      if (options.output === 'json') {
        const unread_inputs = unread.map(({ id }) => id);
        console.log(
          JSON.stringify({ valid, problems: problems.map(problemRecord), unread_inputs }),
        );
      } else {
        const shown = shownFile(file);
        for (const problem of problems) console.log(`${shown}: ${formatProblem(problem)}`);
        if (valid) console.log(`${shown} is a valid flow.`);
        for (const node of unread) console.log(`${shown}: ${lineOfUnread(node)}`);
      }
      if (!valid) process.exitCode = unknown.length > 0 ? 2 : 1;
    });
}

interface Validation {
  readonly problems: readonly GraphProblem[];
  /** Input nodes with unknown columns. */
  readonly unread: readonly GraphNode[];
  /** The problems about unknown fields. */
  readonly unknown: readonly GraphProblem[];
}

async function validation(file: string, options: Options): Promise<Validation> {
  try {
    const { graph: document, unknownFields, parseOptions } = readUncheckedFlow(file);
    const form = graphShapeProblems(document);
    if (form.length > 0) {
      return { problems: [...unknownFields, ...form], unread: [], unknown: unknownFields };
    }
    const graph = withGivenFiles(readGraph(document), options);
    const unknown = [...unknownFields, ...unknownNodeFields(graph)];
    const overrides = parameterValues(options.param);
    const { localTime } = utcRunTime(new Date());
    const inspection = inspectGraph(graph, { lookup: nodeOfType, overrides, localTime });
    const sources = await columnsOfFiles(graph, { ...options, parseOptions });
    const { problems } = await analyseColumns(inspection, sources);
    return {
      problems: [
        ...unknown,
        ...engineProblems(graph),
        ...inspection.problems.filter((problem) => !isAmong(unknown, problem)),
        ...problems,
        ...(await problemsOfScripts(graph, inspection)),
      ],
      unread: inputsWithoutFile(graph, options),
      unknown,
    };
  } catch (error) {
    // A problem of the command, not of the flow.
    if (error instanceof UsageError) throw error;
    return { problems: [asProblem(error)], unread: [], unknown: [] };
  }
}

/** Reports whether an unknown field was already reported. The API only warns; the command rejects it. */
function isAmong(unknown: readonly GraphProblem[], { nodeId, field }: GraphProblem): boolean {
  return unknown.some((problem) => problem.nodeId === nodeId && problem.field === field);
}

async function problemsOfScripts(
  graph: GraphDocument,
  { validNodes }: GraphInspection,
): Promise<GraphProblem[]> {
  // An unknown engine is a problem of its own.
  if (engineProblems(graph).length > 0) return [];
  const settings = readScriptSettings(process.env);
  const found = await scriptProblems(validNodes.values(), engineOf(graph), {
    kind: 'machine',
    settings,
  });
  return found.map(({ node, field, message }) => graphError(message, { nodeId: node.id, field }));
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
  if (error instanceof UserError && !(error instanceof UsageError))
    return graphError(error.message);
  throw error;
}

function lineOfUnread(node: GraphNode): string {
  return `note: node "${node.id}": columns that come from it were not checked. To check them, give its file: --input ${node.id}=FILE`;
}
