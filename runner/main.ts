import { flushCompileCache } from 'node:module';
import { inspect, parseArgs } from 'node:util';
import { readRunnerConfig } from './config.ts';
import { forbidCoreDumps } from './connectors/secrets/forbid-core-dumps.ts';
import { podSecrets } from './connectors/secrets/pod-secrets.ts';
import { readSecretsBy } from './connectors/secrets/read-secret.ts';
import { errorCode } from './domain/error-code.ts';
import { EXIT_CODE } from './domain/exit-code.ts';
import { UserError } from './domain/errors.ts';
import type { RunJob } from './domain/runner-job.ts';
import { openRuntime } from './process/open-runtime.ts';
import type { Runtime } from './process/runtime.ts';
import type { JobServer } from './process/serve.ts';

const USAGE = `Usage:
  main.ts serve                              take jobs over the IPC channel of the parent process
  main.ts run --run-id ID [--attempt N]      execute one attempt of a run and exit
`;

/**
 * No caller waits for the store requests of a run, and a store outage should not fail it. With backoff
 * these attempts take about two minutes, or five when packets are dropped.
 */
const MAX_STORE_ATTEMPTS = 20;

/** Runs a runner process. It exits with one of EXIT_CODE, or by a signal. */
async function main(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  if (command === 'serve') {
    await serve(openRuntime(readRunnerConfig(process.env), logError));
  } else if (command === 'run') {
    const job = readRunJob(rest);
    // The environment of its pod has the secrets from the start. A process that serves inherits the limit.
    await forbidCoreDumps();
    const { runOnce } = await import('./process/run-once.ts');
    readSecretsBy(podSecrets(process.env));
    const config = readRunnerConfig(process.env);
    const s3 = { ...config.s3, maxAttempts: MAX_STORE_ATTEMPTS };
    process.exit(await runOnce(job, openRuntime({ ...config, s3 }, logError)));
  } else {
    throw new UserError(USAGE);
  }
}

async function serve(runtime: Runtime): Promise<void> {
  const send = process.send?.bind(process);
  if (send === undefined) throw new UserError('serve needs a parent process with an IPC channel.');
  let server: JobServer | null = null;
  // Without a parent nobody reads results. The progress is kept for the successor of the parent.
  const exit = async (): Promise<never> => {
    await server?.keepProgress();
    const { removeOwnScratch } = await import('./process/sweep-scratch.ts');
    await removeOwnScratch(runtime.scratchDir, logError);
    process.exit(EXIT_CODE.success);
  };
  process.on('disconnect', () => void exit());
  const [{ serveJobs }, { sweepScratch }] = await Promise.all([
    import('./process/serve.ts'),
    import('./process/sweep-scratch.ts'),
    import('./process/execute-run.ts'),
    runtime.engine('polars'),
    runtime.engine('pandas'),
  ]);
  const channel = {
    // Sending fails only after the parent exited; a `disconnect` event follows.
    send: (message: unknown) => void send(message, undefined, undefined, () => undefined),
    onMessage: (listener: (message: unknown) => void) => void process.on('message', listener),
  };
  server = serveJobs(channel, runtime);
  // Node writes the compile cache when a process exits, but runners are killed. With the cache, a runner
  // starts in half the time and uses 25 MB less memory.
  flushCompileCache();
  await sweepScratch(runtime.scratchDir, logError);
}

function readRunJob(args: readonly string[]): RunJob {
  const { values } = parseArgs({
    args: [...args],
    options: { 'run-id': { type: 'string' }, attempt: { type: 'string', default: '1' } },
  });
  const runId = values['run-id'];
  const attempt = Number(values.attempt);
  if (runId === undefined || runId === '') throw new UserError(`--run-id is missing.\n${USAGE}`);
  if (!Number.isInteger(attempt) || attempt < 1) {
    throw new UserError('--attempt must be a whole number from 1 on.');
  }
  return { kind: 'run', runId, attempt };
}

/** Logs an error with its causes. */
function logError(error: unknown): void {
  process.stderr.write(`${inspect(error)}\n`);
}

function isUsageError(error: unknown): boolean {
  if (error instanceof UserError) return true;
  return errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true;
}

// The kernel ignores SIGTERM without a handler only for the first process of a container.
if (process.pid === 1) process.on('SIGTERM', () => process.exit(143));

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isUsage = isUsageError(error);
  process.stderr.write(`${isUsage && error instanceof Error ? error.message : String(error)}\n`);
  process.exit(isUsage ? EXIT_CODE.usage : EXIT_CODE.internalError);
}
