import { Command } from 'commander';
import { ConfigError } from '../api/load-config.ts';
import { errorCode } from '../runner/domain/error-code.ts';
import { UserError } from '../runner/domain/errors.ts';
import { cancelCommand } from './commands/cancel.ts';
import { checkCommand } from './commands/check.ts';
import { downloadCommand } from './commands/download.ts';
import { exportCommand } from './commands/export.ts';
import { flowsCommand } from './commands/flows.ts';
import { infoCommand } from './commands/info.ts';
import { logsCommand } from './commands/logs.ts';
import { runCommand } from './commands/run.ts';
import { runsCommand } from './commands/runs.ts';
import { serveCommand } from './commands/serve.ts';
import { startCommand } from './commands/start.ts';
import { uploadCommand } from './commands/upload.ts';
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
  uploadCommand(),
  flowsCommand(),
  startCommand(),
  runsCommand(),
  logsCommand(),
  cancelCommand(),
  downloadCommand(),
]) {
  program.addCommand(command);
}

// Whoever reads the output may leave early, as `head` does.
process.stdout.on('error', (error) => {
  if (errorCode(error) !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  await program.parseAsync();
} catch (error) {
  // A mistake of the user is a sentence; anything else is a defect, and its stack helps to mend it.
  const isMistake = error instanceof UserError || error instanceof ConfigError;
  console.error(isMistake ? error.message : error);
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
