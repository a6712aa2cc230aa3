import { Command } from 'commander';
import { UserError } from '../../runner/domain/errors.ts';
import { resolveParameters } from '../../runner/graph/resolve-parameters.ts';
import { validateForRun } from '../../runner/graph/validate-graph.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import { readFlowFile } from '../flow-file.ts';
import { collectPairs, parameterValues } from '../pairs.ts';

interface Options {
  readonly param: readonly string[];
  readonly output: string;
}

/** `millrace validate FLOW.json`: structure, wiring, configs and parameters; exit 1 when something is wrong. */
export function validateCommand(): Command {
  return new Command('validate')
    .description('Check a flow without data: structure, wiring, configs, parameters')
    .argument('<flow>', 'file with a flow as JSON')
    .option(
      '--param <name=value>',
      'a parameter that has no default (repeatable)',
      collectPairs,
      [],
    )
    .option('--output <form>', 'table or json', 'table')
    .action((file: string, options: Options) => {
      const problem = problemOf(file, options.param);
      if (options.output === 'json') {
        console.log(JSON.stringify({ valid: problem === null, problem }));
      } else {
        console.log(problem === null ? `${file} is a valid flow.` : `${file}: ${problem}`);
      }
      if (problem !== null) process.exitCode = 1;
    });
}

function problemOf(file: string, pairs: readonly string[]): string | null {
  try {
    const { graph } = readFlowFile(file);
    const parameters = resolveParameters(graph.parameters ?? [], parameterValues(pairs));
    validateForRun(graph, { lookup: nodeOfType, parameters });
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}
