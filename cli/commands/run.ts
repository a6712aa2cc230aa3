import { Command, Option } from 'commander';
import path from 'node:path';
import { ENGINES, type Engine } from '../../runner/domain/engine.ts';
import { exactJson } from '../../runner/domain/exact-json.ts';
import { nodeLabel, type GraphDocument } from '../../runner/domain/graph.ts';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { OutputFile, RunResult } from '../../runner/domain/run-result.ts';
import type { RunSpec } from '../../runner/domain/run-spec.ts';
import { utcRunTime } from '../../runner/domain/run-time.ts';
import { resolveParameters } from '../../runner/graph/resolve-parameters.ts';
import { graphWarning } from '../../runner/graph/problem.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import type { Runtime } from '../../runner/process/runtime.ts';
import { engineOf } from '../flow-engine.ts';
import { readFlowFile } from '../flow-file.ts';
import { outputOption } from '../output-option.ts';
import { inputFormatOption, inputOption, inputParseOption } from '../input-options.ts';
import {
  printInputWarnings,
  readLocalInputs,
  withGivenFiles,
  type InputOptions,
} from '../local-inputs.ts';
import { formatProblem } from '../format-problem.ts';
import { nodeLines } from '../node-lines.ts';
import { parameterOption, parameterValues } from '../pairs.ts';
import { newOutputFileName } from '../output-file-name.ts';
import { requireWritableFolder, UsageError } from '../paths.ts';
import { ProgressLine } from '../progress-line.ts';
import { RunProgressLine } from '../run-progress-line.ts';
import { saveStream } from '../save-stream.ts';
import { requireOneStandardInput, STANDARD_STREAM } from '../standard-stream.ts';
import { inWorkspace } from '../in-workspace.ts';

interface Options extends InputOptions {
  readonly param: readonly string[];
  readonly engine?: Engine;
  readonly out: string;
  readonly output: string;
}

const RUN_ID = 'local';

/** `millrace run FLOW.json`: runs a flow on local files without a server. */
export function runCommand(): Command {
  return new Command('run')
    .description('Run a flow on files, without a server')
    .argument('<flow>', 'file with a flow as JSON; - is standard input')
    .addOption(inputOption())
    .addOption(inputFormatOption())
    .addOption(inputParseOption())
    .addOption(parameterOption('a parameter of the flow'))
    .addOption(
      new Option('--engine <engine>', "default: the flow's own, else polars").choices(ENGINES),
    )
    .option(
      '--out <folder>',
      'output folder; - is standard output, for a flow with one output',
      '.',
    )
    .addOption(outputOption())
    .action(async (file: string, options: Options) => {
      requireOneStandardInput(file, options.input);
      if (options.out !== STANDARD_STREAM) requireWritableFolder('--out', options.out);
      const flow = readFlowFile(file);
      if (options.out === STANDARD_STREAM) requireOneOutput(flow.graph);
      const run = {
        runId: RUN_ID,
        flowName: flow.name,
        engine: options.engine ?? engineOf(flow.graph),
        graph: withGivenFiles(flow.graph, options),
        parameters: resolveParameters(flow.graph.parameters ?? [], parameterValues(options.param)),
        localTime: utcRunTime(new Date()).localTime,
      };
      const { parseOptions } = flow;
      await inWorkspace((runtime) => execute(run, { ...options, parseOptions }, runtime));
    });
}

/** @throws UsageError when a flow with several outputs writes to standard output */
function requireOneOutput({ nodes }: GraphDocument): void {
  const outputs = nodes.filter(({ type }) => nodeOfType(type)?.kind === 'output');
  if (outputs.length < 2) return;
  throw new UsageError(
    `--out: the flow has ${outputs.length} outputs, and standard output takes one. Name a folder.`,
  );
}

async function execute(
  run: Omit<RunSpec, 'inputs'>,
  options: Options,
  runtime: Runtime,
): Promise<void> {
  const { graph } = run;
  const line = new ProgressLine();
  line.show('reading the inputs');
  const inputs = await readLocalInputs(graph, options, runtime).finally(() => {
    line.clear();
  });
  printInputWarnings(inputs);
  const spec: RunSpec = { ...run, inputs: inputs.map((input) => input.binding) };
  await runtime.store.put(objectKeys.runSpec(RUN_ID), exactJson.stringify(spec));
  // Load the engine only for this command.
  const { executeRun } = await import('../../runner/process/execute-run.ts');
  const labels = new Map(graph.nodes.map((node) => [node.id, nodeLabel(node)]));
  const progress = new RunProgressLine(line, labels);
  const result = await executeRun({ kind: 'run', runId: RUN_ID, attempt: 1 }, runtime, (step) => {
    if (step.finished !== null) progress.nodeFinished(step.finished.nodeId);
    if (step.started !== null) progress.nodeStarted(step.started);
    return undefined;
  }).finally(() => {
    progress.end();
  });
  // Set this before writing: the process exits when the reader of its output exits.
  if (result.status !== 'success') process.exitCode = 1;
  const files = await saveOutputs(result.outputs, options.out, runtime);
  // Keep standard output free for the output file.
  const print = options.out === STANDARD_STREAM ? console.error : console.log;
  if (options.output === 'json') print(exactJson.stringify({ ...result, files }));
  else printResult(result, files, print);
}

async function saveOutputs(
  outputs: readonly OutputFile[],
  folder: string,
  runtime: Runtime,
): Promise<readonly string[]> {
  const files: string[] = [];
  const taken = new Set<string>();
  for (const { key, nodeId, format } of outputs) {
    const name = newOutputFileName(nodeId, format, taken);
    const file = folder === STANDARD_STREAM ? STANDARD_STREAM : path.join(folder, name);
    const { body } = await runtime.store.get(key);
    await saveStream(
      body,
      file,
      (error) => new Error('The local object store lost an output', { cause: error }),
    );
    if (file !== STANDARD_STREAM) files.push(file);
  }
  return files;
}

function printResult(
  result: RunResult,
  files: readonly string[],
  print: (line: string) => void,
): void {
  for (const line of nodeLines(result.nodeResults ?? [])) print(line);
  for (const { level, node_id: nodeId = null, message } of result.logs) {
    if (level === 'warning') console.error(formatProblem(graphWarning(message, { nodeId })));
  }
  if (result.errorMessage !== null) console.error(result.errorMessage);
  for (const file of files) print(`wrote ${file}`);
}
