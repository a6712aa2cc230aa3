import type { RunStatus } from '../../../runner/domain/run-status.ts';
import { tracesOf } from './objects.ts';
import type { RunAnswer } from './service.ts';
import type { Stand } from './stand.ts';

export interface Outcome {
  readonly status: Extract<RunStatus, 'success' | 'failed' | 'cancelled'>;
  /** The whole of `error_message`, or what it must match. */
  readonly sentence: string | RegExp | null;
  /** How many attempts the Run tells of; null: there is no Run any more. */
  readonly attempts: number | null;
  /** How many of them a runner has begun, and how many have stored a result. */
  readonly claims: number;
  readonly results: number;
  /** From now on. */
  readonly withinMs: number;
}

/** Waits for the end of a run, and holds everything that is told of it against what is to be told. */
export async function expectOutcome(
  { service, kubernetes, objects }: Stand,
  id: string,
  { status, sentence, attempts, claims, results, withinMs }: Outcome,
): Promise<RunAnswer> {
  const run = await service.ended(id, withinMs);
  const told = sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence;
  expect(run).toMatchObject({ status, error_message: told });
  expect((await kubernetes.run(id))?.status?.attempt ?? null).toBe(attempts);
  expect(await tracesOf(objects, id)).toMatchObject({ claims, results });
  return run;
}
