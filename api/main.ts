import { ConfigError, loadConfig } from './config.ts';
import { serve } from './serve.ts';

try {
  process.exitCode = await serve(loadConfig(process.env));
} catch (error) {
  // A fault of the configuration is for the operator; the stack of any other helps to mend it.
  const text =
    error instanceof ConfigError ? error.message : String((error as Error).stack ?? error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
