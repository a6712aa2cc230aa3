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

/** A defect of ours with the run that it came up in, and the trace of that. */
class RunDefect extends Error {
  override readonly name = 'RunDefect';

  constructor({ runId, traceparent = '' }: RunSpec, cause: unknown) {
    const trace = parseTraceParent(traceparent);
    super(`run ${runId}${trace === null ? '' : `, trace ${trace.traceId}`}`, { cause });
  }
}

/**
 * Executes one attempt of a run: claims it, reads the spec, executes, writes the outputs, and
 * `result.json` last, so that a result is there only when all it names is there. An attempt after one
 * that has left its result takes that over.
 * @throws AttemptClaimedError, RunSpecError, ObjectNotFoundError when there is no spec
 */
export async function executeRun(
  job: RunJob,
  runtime: Runtime,
  onProgress: (step: RunStep) => Promise<void> | undefined,
): Promise<RunResult> {
  const { store } = runtime;
  const spec = readRunSpec(await store.getText(objectKeys.runSpec(job.runId)));
  if (spec.runId !== job.runId) throw new RunSpecError(`The spec is that of run ${spec.runId}`);
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
 * What an earlier attempt has left that had ended when it was taken for lost, as when its pod and its
 * Job were deleted before anybody had seen its end: the work is not done twice.
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
    // A put whose answer was lost is made again, and meets itself.
    if ((await store.getText(key)) !== own) throw new AttemptClaimedError(job);
  }
}
