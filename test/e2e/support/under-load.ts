import { isTerminal } from '../../../runner/domain/run-status.ts';
import { eventually } from './eventually.ts';
import { longFlow, quickFlow } from './flows.ts';
import { expectEachOnce, startMany } from './many-runs.ts';
import type { RunAnswer } from './service.ts';
import type { Stand } from './stand.ts';

const ANSWERED_WITHIN_MS = 200_000;

/**
 * Lets something happen while runs wait and are executed and two clients wait for an end: a plain
 * one, and one that asks again with its key. Every run must have been begun once and gone well, and
 * the second client must be told so.
 * @returns what the first was answered; null when its connection was lost
 */
export async function underLoad(
  stand: Stand,
  happen: () => Promise<unknown>,
): Promise<RunAnswer | null> {
  const { service } = stand;
  const flows = [await longFlow(service, 12_000), await quickFlow(service)] as const;
  const [long, quick] = flows;
  const runs = async (): Promise<readonly Pick<RunAnswer, 'id' | 'status'>[]> =>
    (await Promise.all(flows.map((flow) => service.runsOfFlow(flow)))).flat();
  await service.begun(await service.start(long));
  const plain = service.runToEnd(long).catch(() => null);
  const patient = eventually(
    'a client that asks again to be told the end',
    () => service.trigger(long, 'once'),
    ({ status }) => isTerminal(status),
    ANSWERED_WITHIN_MS,
  );
  await startMany(stand, quick, 2);
  const before = await eventually('runs that wait and one that is executed', runs, (all) => {
    const statuses = all.map(({ status }) => status);
    return all.length === 5 && statuses.includes('pending') && statuses.includes('running');
  });
  await happen();
  expect(await patient).toMatchObject({ status: 'success', error_message: null });
  const answer = await plain;
  const after = (await runs()).map(({ id }) => id);
  expect(after.toSorted()).toEqual(before.map(({ id }) => id).toSorted());
  await expectEachOnce(stand, after);
  return answer;
}
