import { createMongo, type MongoRig } from '../../../../test/support/mongo.ts';
import { until } from '../../../../test/support/until.ts';
import { lockCollection, type LockTimes } from './mongodb-lock.ts';

let rig: MongoRig;

beforeAll(async () => {
  rig = await createMongo();
});
afterAll(async () => {
  await rig.close();
});
beforeEach(async () => {
  await rig.db.collection('millrace_locks').deleteMany({});
});

const TIMES: LockTimes = { beat: 20, held: 2_000, lease: 3_000, wait: 10_000, poll: 5 };
/** An owner that sends no heartbeat, as one that was killed. */
const KILLED: LockTimes = { ...TIMES, beat: 600_000, held: 50 };
/** A successor that takes over soon. */
const SOON: LockTimes = { ...TIMES, lease: 200 };

describe('the lock of a collection', () => {
  it('has one owner at a time, however many ask for it', async () => {
    let owners = 0;
    let most = 0;
    const asking = Array.from({ length: 8 }, async () => {
      const lock = await lockCollection(rig.db, 'a', TIMES);
      owners += 1;
      most = Math.max(most, owners);
      await lock.confirm();
      owners -= 1;
      await lock.release();
    });
    await Promise.all(asking);
    expect(most).toBe(1);
    expect(await rig.db.collection('millrace_locks').countDocuments()).toBe(0);
  });

  it('is refused by a sentence while its owner sends heartbeats, whatever the lease of the other is', async () => {
    const lock = await lockCollection(rig.db, 'a', TIMES);
    await expect(lockCollection(rig.db, 'a', { ...SOON, wait: 1_000 })).rejects.toThrow(
      'Another run writes the collection "a".',
    );
    const other = await lockCollection(rig.db, 'b', TIMES);
    lock.checkHeld();
    await lock.release();
    await other.release();
  });

  it('is taken over from an owner without heartbeats, by one of those who wait', async () => {
    const killed = await lockCollection(rig.db, 'a', KILLED);
    await killed.mark('staged');
    const waiting = [0, 1, 2].map(async () => {
      const lock = await lockCollection(rig.db, 'a', SOON);
      await lock.mark(null);
      await lock.release();
      return lock.interrupted;
    });
    expect((await Promise.all(waiting)).filter((staged) => staged !== null)).toEqual(['staged']);
  });

  it('is no longer held by an owner that could not send a heartbeat in time, or lost it', async () => {
    const slow = await lockCollection(rig.db, 'a', KILLED);
    slow.checkHeld();
    await until(() => {
      try {
        slow.checkHeld();
        return false;
      } catch {
        return true;
      }
    });
    const lock = await lockCollection(rig.db, 'a', SOON);
    await expect(slow.confirm()).rejects.toThrow('may write the collection "a"');
    await expect(slow.mark('x')).rejects.toThrow('may write the collection "a"');
    await slow.release();
    await lock.confirm();
    await lock.release();
  });

  it('stays with a mark until the changes are undone', async () => {
    const lock = await lockCollection(rig.db, 'a', TIMES);
    await lock.mark('staged');
    await lock.release();
    const next = await lockCollection(rig.db, 'a', SOON);
    expect(next.interrupted).toBe('staged');
    await next.mark(null);
    await next.release();
  });
});
