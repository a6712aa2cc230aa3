import { flushCompileCache } from 'node:module';
import { inspect, parseArgs } from 'node:util';
import { readRunnerConfig } from './config.ts';
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
 * Nobody waits for the answer to a request of a run, and a store that is away is no fault of it: with
 * the waits between them so many attempts take about two minutes, and five when packets are swallowed.
 */
const STORE_ATTEMPTS = 20;

/** A runner process. What it ends with is one of EXIT_CODE, or a signal. */
async function main(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  if (command === 'serve') {
    await serve(openRuntime(readRunnerConfig(process.env), report));
  } else if (command === 'run') {
    const job = readRunJob(rest);
    const { runOnce } = await import('./process/run-once.ts');
    const config = readRunnerConfig(process.env);
    const s3 = { ...config.s3, maxAttempts: STORE_ATTEMPTS };
    process.exit(await runOnce(job, openRuntime({ ...config, s3 }, report)));
  } else {
    throw new UserError(USAGE);
  }
}

async function serve(runtime: Runtime): Promise<void> {
  const send = process.send?.bind(process);
  if (send === undefined) throw new UserError('serve needs a parent process with an IPC channel.');
  let server: JobServer | null = null;
  // An orphan has no one to work for; how far it came is told to whoever comes after its parent.
  const end = async (): Promise<never> => {
    await server?.keepProgress();
    process.exit(EXIT_CODE.success);
  };
  process.on('disconnect', () => void end());
  const [{ serveJobs }, { sweepScratch }] = await Promise.all([
    import('./process/serve.ts'),
    import('./process/sweep-scratch.ts'),
    import('./process/execute-run.ts'),
    runtime.engine('polars'),
    runtime.engine('pandas'),
  ]);
  const channel = {
    // A message that cannot be sent means that the parent is gone: `disconnect` follows.
    send: (message: unknown) => void send(message, undefined, undefined, () => undefined),
    onMessage: (listener: (message: unknown) => void) => void process.on('message', listener),
  };
  server = serveJobs(channel, runtime);
  // By itself the cache is written at the end of a process, and these are killed. A runner that finds
  // it starts in half the time and holds 25 MB less.
  flushCompileCache();
  await sweepScratch(runtime.scratchDir, report);
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

function report(error: unknown): void {
  // With the causes.
  process.stderr.write(`${inspect(error)}\n`);
}

function isUsageError(error: unknown): boolean {
  if (error instanceof UserError) return true;
  return errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true;
}

// SIGTERM ends a process at once by itself; only the first process of a container must do it.
if (process.pid === 1) process.on('SIGTERM', () => process.exit(143));

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isUsage = isUsageError(error);
  process.stderr.write(`${isUsage && error instanceof Error ? error.message : String(error)}\n`);
  process.exit(isUsage ? EXIT_CODE.usage : EXIT_CODE.internalError);
}
