import { Command } from 'commander';
import { ConfigError } from '../api/load-config.ts';
import { UserError } from '../runner/domain/errors.ts';
import { checkCommand } from './commands/check.ts';
import { exportCommand } from './commands/export.ts';
import { flowsCommand } from './commands/flows.ts';
import { infoCommand } from './commands/info.ts';
import { logsCommand } from './commands/logs.ts';
import { runCommand } from './commands/run.ts';
import { serveCommand } from './commands/serve.ts';
import { startCommand } from './commands/start.ts';
import { validateCommand } from './commands/validate.ts';
import { UsageError } from './paths.ts';
import { productVersion } from './product-version.ts';

const program = new Command('millrace')
  .description(
    'Data pipelines: flows as graphs, run on polars or pandas, exported as plain Python.',
  )
  .version(productVersion())
  .showHelpAfterError();
for (const command of [
  serveCommand(),
  runCommand(),
  validateCommand(),
  exportCommand(),
  infoCommand(),
  checkCommand(),
  flowsCommand(),
  startCommand(),
  logsCommand(),
]) {
  program.addCommand(command);
}

try {
  await program.parseAsync();
} catch (error) {
  // A mistake of the user is a sentence; anything else is a defect, and its stack helps to mend it.
  const isMistake = error instanceof UserError || error instanceof ConfigError;
  console.error(isMistake ? error.message : error);
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
