import { Command, Option } from 'commander';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ENGINES, type Engine } from '../../runner/domain/engine.ts';
import { exactJson } from '../../runner/domain/exact-json.ts';
import { OUTPUT_SUFFIX } from '../../runner/domain/file-format.ts';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { OutputFile, RunResult } from '../../runner/domain/run-result.ts';
import type { RunSpec } from '../../runner/domain/run-spec.ts';
import { utcTime } from '../../runner/domain/run-time.ts';
import { resolveParameters } from '../../runner/graph/resolve-parameters.ts';
import type { Runtime } from '../../runner/process/runtime.ts';
import { engineOf } from '../flow-engine.ts';
import { readFlowFile } from '../flow-file.ts';
import { readLocalInputs } from '../local-inputs.ts';
import { nodeLines } from '../node-lines.ts';
import { collectPairs, parameterValues } from '../pairs.ts';
import { requireWritableFolder } from '../paths.ts';
import { inWorkspace } from '../workspace.ts';

interface Options {
  readonly input: readonly string[];
  readonly param: readonly string[];
  readonly engine?: Engine;
  readonly out: string;
  readonly output: string;
}

const RUN_ID = 'local';

/** `millrace run FLOW.json`: reads files, runs the flow and writes its outputs, with no server. */
export function runCommand(): Command {
  return new Command('run')
    .description('Run a flow on files, without a server')
    .argument('<flow>', 'file with a flow as JSON')
    .option('--input <name=file>', 'the file of an input node (repeatable)', collectPairs, [])
    .option('--param <name=value>', 'a parameter of the flow (repeatable)', collectPairs, [])
    .addOption(
      new Option('--engine <engine>', "default: the flow's own, else polars").choices(ENGINES),
    )
    .option('--out <folder>', 'where the outputs go', '.')
    .addOption(
      new Option('--output <form>', 'what is printed').choices(['table', 'json']).default('table'),
    )
    .action(async (file: string, options: Options) => {
      requireWritableFolder('--out', options.out);
      await inWorkspace(async (runtime) => {
        await run(file, options, runtime);
      });
    });
}

async function run(file: string, options: Options, runtime: Runtime): Promise<void> {
  const { name, graph } = readFlowFile(file);
  const parameters = resolveParameters(graph.parameters ?? [], parameterValues(options.param));
  const inputs = await readLocalInputs(graph, options.input, runtime);
  const spec: RunSpec = {
    runId: RUN_ID,
    flowName: name,
    engine: options.engine ?? engineOf(graph),
    graph,
    parameters,
    inputs: inputs.map((input) => input.binding),
    localTime: utcTime(new Date()).localTime,
  };
  await runtime.store.put(objectKeys.runSpec(RUN_ID), exactJson.stringify(spec));
  // Loads an engine, which no other command needs.
  const { executeRun } = await import('../../runner/process/execute-run.ts');
  const result = await executeRun(
    { kind: 'run', runId: RUN_ID, attempt: 1 },
    runtime,
    () => undefined,
  );
  const files = await saveOutputs(result.outputs, options.out, runtime);
  if (options.output === 'json') console.log(exactJson.stringify({ ...result, files }));
  else printResult(result, files);
  if (result.status !== 'success') process.exitCode = 1;
}

async function saveOutputs(
  outputs: readonly OutputFile[],
  folder: string,
  runtime: Runtime,
): Promise<readonly string[]> {
  const files: string[] = [];
  for (const { key, nodeId, format } of outputs) {
    // Node ids are any text; in a file name only the harmless part of them is kept.
    const base = nodeId.replaceAll(/[^A-Za-z0-9_-]/g, '_');
    const file = path.join(folder, `${base}${OUTPUT_SUFFIX[format]}`);
    await pipeline((await runtime.store.get(key)).body, createWriteStream(file));
    files.push(file);
  }
  return files;
}

function printResult(result: RunResult, files: readonly string[]): void {
  for (const line of nodeLines(result.nodeResults ?? [])) console.log(line);
  if (result.errorMessage !== null) console.error(result.errorMessage);
  for (const file of files) console.log(`wrote ${file}`);
}
