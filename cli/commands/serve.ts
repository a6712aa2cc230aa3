import { Command } from 'commander';
import { loadConfig, type ConfigOverrides } from '../../api/config.ts';
import { serve } from '../../api/serve.ts';

interface Options {
  readonly host?: string;
  readonly port?: string;
  readonly dataDir?: string;
  readonly logLevel?: string;
  readonly demo: boolean;
  readonly scheduler: boolean;
}

/** `millrace serve`: the whole service on this machine. Flags outrank the environment. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Start the service')
    .option('--host <address>', 'address to listen on (SERVICE_HOST)')
    .option('--port <number>', 'port to listen on (SERVICE_PORT)')
    .option('--data-dir <folder>', 'database, files and scratch space (SERVICE_DATA_DIR)')
    .option('--log-level <level>', 'least severe events that are logged (SERVICE_LOG_LEVEL)')
    .option('--no-demo', 'do not seed the demo project (SERVICE_SEED_DEMO=false)')
    .option('--no-scheduler', 'fire no schedules here (SERVICE_SCHEDULER_ENABLED=false)')
    .action(async (options: Options) => {
      process.exitCode = await serve(loadConfig(process.env, overrides(options)));
    });
}

function overrides({ demo, scheduler, host, port, dataDir, logLevel }: Options): ConfigOverrides {
  return {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(logLevel === undefined ? {} : { logLevel }),
    ...(demo ? {} : { seedDemo: 'false' }),
    ...(scheduler ? {} : { schedulerEnabled: 'false' }),
  };
}
