import { expectOutcome } from './expect-outcome.ts';
import type { Stand } from './stand.ts';

/** Of both attempts. */
const ENDS_WITHIN_MS = 120_000;

/**
 * Expects that a run lost its first attempt and succeeds at its second.
 * @param reason matches the reason that the Run gives for the loss
 */
export async function expectSecondAttempt(stand: Stand, id: string, reason: RegExp): Promise<void> {
  const run = await expectOutcome(stand, id, {
    status: 'success',
    sentence: null,
    attempts: 2,
    claims: 2,
    results: 1,
    withinMs: ENDS_WITHIN_MS,
  });
  const status = (await stand.kubernetes.run(id))?.status;
  expect(status?.attempts).toMatchObject([{ number: 1, reason: expect.stringMatching(reason) }]);
  expect(run.logs[0]?.message).toMatch(/^Attempt 1 was lost\. /);
}
