import { Command, CommanderError } from 'commander';
import { ConfigError } from '../api/config/load-config.ts';
import { errorCode } from '../runner/domain/error-code.ts';
import { UserError } from '../runner/domain/errors.ts';
import { wantedCommands } from './commands/index.ts';
import { UsageError } from './paths.ts';
import { productVersion } from './product-version.ts';

const program = new Command('millrace')
  .description(
    'Data pipelines: flows as graphs, run on polars or pandas, exported as plain Python.',
  )
  .version(productVersion())
  .showHelpAfterError()
  .exitOverride();
for (const load of wantedCommands(process.argv[2])) {
  program.addCommand((await load()).exitOverride());
}

// Whoever reads the output may leave early, as `head` does; the exit code is that of the work done so far.
process.stdout.on('error', (error) => {
  if (errorCode(error) !== 'EPIPE') throw error;
  process.exit();
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
  // Commander has printed its own.
  if (!(error instanceof CommanderError)) console.error(messageOf(error));
}

/** A mistake of the user is a sentence; anything else is a defect, and its stack helps to mend it. */
function messageOf(error: unknown): unknown {
  return error instanceof UserError || error instanceof ConfigError ? error.message : error;
}

/** 2: the command was used wrongly, and nothing was done. Help and version are errors to Commander, too. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
