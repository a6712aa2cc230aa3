import { hostname } from 'node:os';
import { exactJson } from '../domain/exact-json.ts';
import { objectKeys } from '../domain/object-keys.ts';
import type { RunResult } from '../domain/run-result.ts';
import type { RunSpec } from '../domain/run-spec.ts';
import type { RunStep } from '../domain/run-progress.ts';
import type { RunJob } from '../domain/runner-job.ts';
import { parseTraceParent } from '../domain/trace-parent.ts';
import { executeFlow } from '../execution/execute-flow.ts';
import { ObjectExistsError } from '../storage/object-store.ts';
import { readRunSpec, RunSpecError } from './read-run-spec.ts';
import { withScratch, type Runtime } from './runtime.ts';

/** Another process has claimed the attempt. */
export class AttemptClaimedError extends Error {
  override readonly name = 'AttemptClaimedError';

  constructor({ runId, attempt }: RunJob) {
    super(`Attempt ${attempt} of run ${runId} is claimed by another process`);
  }
}

/** Adds the run and its trace to an internal error. */
class RunDefect extends Error {
  override readonly name = 'RunDefect';

  constructor({ runId, traceparent = '' }: RunSpec, cause: unknown) {
    const trace = parseTraceParent(traceparent);
    super(`run ${runId}${trace === null ? '' : `, trace ${trace.traceId}`}`, { cause });
  }
}

/**
 * Executes one attempt of a run: reads the spec, claims the attempt, executes the flow and writes the
 * outputs. `result.json` is written last, so that all objects that it names exist. If an earlier attempt
 * wrote its result, the result is copied instead of executing the flow again.
 * @throws AttemptClaimedError, RunSpecError; ObjectNotFoundError when there is no spec
 */
export async function executeRun(
  job: RunJob,
  runtime: Runtime,
  onProgress: (step: RunStep) => Promise<void> | undefined,
): Promise<RunResult> {
  const { store } = runtime;
  const spec = readRunSpec(await store.getText(objectKeys.runSpec(job.runId)));
  if (spec.runId !== job.runId) throw new RunSpecError(`Run spec belongs to run ${spec.runId}`);
  await claim(job, runtime);
  const earlier = await earlierResult(job, runtime);
  const result = earlier ?? (await execute(spec, job, runtime, onProgress));
  await store.put(objectKeys.runResult(job.runId, job.attempt), exactJson.stringify(result));
  return result;
}

async function execute(
  spec: RunSpec,
  { attempt }: RunJob,
  runtime: Runtime,
  onProgress: (step: RunStep) => Promise<void> | undefined,
): Promise<RunResult> {
  const engine = await runtime.engine(spec.engine);
  const onDefect = (error: unknown): void => {
    runtime.onDefect(new RunDefect(spec, error));
  };
  return await withScratch(runtime, async (scratch) => {
    const options = { ...runtime, engine, scratch, onProgress, onDefect };
    return await executeFlow({ spec, attempt }, options);
  });
}

/**
 * The result of an earlier attempt that finished although it was considered lost, for example because
 * its pod and its Job were deleted before their completion was observed.
 */
async function earlierResult(
  { runId, attempt }: RunJob,
  { store }: Runtime,
): Promise<RunResult | null> {
  for (let earlier = attempt - 1; earlier > 0; earlier -= 1) {
    const key = objectKeys.runResult(runId, earlier);
    if ((await store.head(key)) === null) continue;
    return { ...(exactJson.parse(await store.getText(key)) as RunResult), attempt };
  }
  return null;
}

async function claim(job: RunJob, { store, clock }: Runtime): Promise<void> {
  const key = objectKeys.runClaim(job.runId, job.attempt);
  const claimedAt = clock.now().toISOString();
  const own = JSON.stringify({ host: hostname(), pid: process.pid, claimedAt });
  try {
    await store.put(key, own, { ifAbsent: true });
  } catch (error) {
    if (!(error instanceof ObjectExistsError)) throw error;
    // The client repeats a put whose response was lost, and then finds its own claim.
    if ((await store.getText(key)) !== own) throw new AttemptClaimedError(job);
  }
}
