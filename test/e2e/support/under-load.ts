import { isTerminal } from '../../../runner/domain/run-status.ts';
import { eventually } from './eventually.ts';
import { longFlow, quickFlow } from './flows.ts';
import { expectEachOnce, startMany } from './many-runs.ts';
import type { RunAnswer } from './service.ts';
import type { Stand } from './stand.ts';

const ANSWERED_WITHIN_MS = 200_000;

/**
 * Disturbs an installation while runs are pending and running and two clients wait: a plain one, and
 * one that retries with an idempotency key. Expects that each run succeeds once and that the second
 * client gets its outcome.
 * @returns the answer to the first client; null when its connection was lost
 */
export async function underLoad(
  stand: Stand,
  disturb: () => Promise<unknown>,
): Promise<RunAnswer | null> {
  const { service } = stand;
  const flows = [await longFlow(service, 12_000), await quickFlow(service)] as const;
  const [long, quick] = flows;
  const runs = async (): Promise<readonly Pick<RunAnswer, 'id' | 'status'>[]> =>
    (await Promise.all(flows.map((flow) => service.runsOfFlow(flow)))).flat();
  await service.started(await service.start(long));
  const plain = service.runToEnd(long).catch(() => null);
  const patient = eventually(
    'the outcome for a client that retries',
    () => service.trigger(long, 'once'),
    ({ status }) => isTerminal(status),
    ANSWERED_WITHIN_MS,
  );
  await startMany(stand, quick, 2);
  const before = await eventually('pending runs and a running one', runs, (all) => {
    const statuses = all.map(({ status }) => status);
    return all.length === 5 && statuses.includes('pending') && statuses.includes('running');
  });
  await disturb();
  expect(await patient).toMatchObject({ status: 'success', error_message: null });
  const answer = await plain;
  const after = (await runs()).map(({ id }) => id);
  expect(after.toSorted()).toEqual(before.map(({ id }) => id).toSorted());
  await expectEachOnce(stand, after);
  return answer;
}
