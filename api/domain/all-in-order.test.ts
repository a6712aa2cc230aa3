import { allInOrder } from './all-in-order.ts';

/** A promise that needs some turns of the queue of microtasks. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}

it('work in order fails with its first failure in order, not in time', async () => {
  const first = turns(9).then(() => Promise.reject(new Error('first')));
  const second = Promise.reject(new Error('second'));
  await expect(allInOrder([Promise.resolve(1), first, second])).rejects.toThrow('first');
});

it('work in order gives its values in order', async () => {
  const late = turns(9).then(() => 'late');
  expect(await allInOrder([late, Promise.resolve(2)])).toEqual(['late', 2]);
});
