import type { RunStatus } from '../../../runner/domain/run-status.ts';
import { tracesOf } from './objects.ts';
import type { RunAnswer } from './service.ts';
import type { Stand } from './stand.ts';

export interface Outcome {
  readonly status: Extract<RunStatus, 'success' | 'failed' | 'cancelled'>;
  /** `error_message`, or a pattern that it matches. */
  readonly sentence: string | RegExp | null;
  /** The attempts that the Run reports; null when the Run was deleted. */
  readonly attempts: number | null;
  /** How many attempts a runner started, and how many stored a result. */
  readonly claims: number;
  readonly results: number;
  /** From now on. */
  readonly withinMs: number;
}

/** Waits until a run finishes, and expects that API, Run and object store agree on its outcome. */
export async function expectOutcome(
  { service, kubernetes, objects }: Stand,
  id: string,
  { status, sentence, attempts, claims, results, withinMs }: Outcome,
): Promise<RunAnswer> {
  const run = await service.finished(id, withinMs);
  const message = sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence;
  expect(run).toMatchObject({ status, error_message: message });
  expect((await kubernetes.run(id))?.status?.attempt ?? null).toBe(attempts);
  expect(await tracesOf(objects, id)).toMatchObject({ claims, results });
  return run;
}
