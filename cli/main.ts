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

// The reader of the output may exit early, as `head` does. Keep the exit code of the work so far.
process.stdout.on('error', (error) => {
  if (errorCode(error) !== 'EPIPE') throw error;
  process.exit();
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
  // Commander has already printed its errors.
  if (!(error instanceof CommanderError)) console.error(messageOf(error));
}

/** Returns the message of a user error, else the error itself, whose stack shows the defect. */
function messageOf(error: unknown): unknown {
  return error instanceof UserError || error instanceof ConfigError ? error.message : error;
}

/** Returns 2 for invalid usage. Commander also throws for help and version. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
