import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import { UserError } from '../../../domain/errors.ts';
import { OWN_PREFIX } from './mongodb-collection.ts';
import { DUPLICATE_KEY, serverCode } from './mongodb-errors.ts';

/** The times of a lock, in milliseconds. */
export interface LockTimes {
  /** Between two heartbeats of an owner. */
  readonly beat: number;
  /** An owner without a heartbeat for so long writes nothing more. */
  readonly held: number;
  /** Others take the lock after so long without a heartbeat: `held`, and the longest wait for an answer. */
  readonly lease: number;
  /** How long a write waits for another one: longer than the lease, so that a retry outlives a killed run. */
  readonly wait: number;
  /** Between two attempts. */
  readonly poll: number;
}

export const LOCK_TIMES: LockTimes = {
  beat: 5_000,
  held: 20_000,
  lease: 90_000,
  wait: 120_000,
  poll: 500,
};

/** A collection of the service: a document for each collection that is being written. */
const LOCKS = `${OWN_PREFIX}locks`;

interface LockDocument {
  /** The name and the generation, so that only one successor can insert itself. */
  readonly _id: string;
  readonly name: string;
  readonly generation: number;
  readonly owner: string;
  /** Grows with each heartbeat. The clocks of machines may differ, so it is no time. */
  readonly beat: number;
  /** The documents of this staged collection are being added or updated; null: the collection is as it was. */
  readonly changing: string | null;
}

/** A collection that no other write of the service changes. */
export interface CollectionLock {
  /** The beginning of the names of collections that only writes of this one use. */
  readonly prefix: string;
  /** The staged collection whose documents a killed write was adding or updating; null: none. */
  readonly interrupted: string | null;
  /** @throws UserError if another write may have the lock */
  checkHeld(): void;
  /** Sends a heartbeat. @throws UserError like `checkHeld` */
  confirm(): Promise<void>;
  /** Records that documents are being changed; null: they are not any more. @throws UserError like `checkHeld` */
  mark(staged: string | null): Promise<void>;
  /** Whether documents are being changed, or may still be: then the next owner of the lock undoes that. */
  readonly isMarked: boolean;
  /** Stops the heartbeats, and gives the lock back unless documents are being changed. */
  release(): Promise<void>;
  /** Stops the heartbeats, so that others take the lock over. */
  abandon(): void;
}

/**
 * Locks a collection against other writes of the service. Its owner sends heartbeats; the lock of an owner that
 * does not is taken over.
 * @throws UserError while another run writes the collection
 */
export async function lockCollection(
  db: Db,
  name: string,
  times: LockTimes = LOCK_TIMES,
): Promise<CollectionLock> {
  const locks = db.collection<LockDocument>(LOCKS);
  const deadline = performance.now() + times.wait;
  const areStale = staleness(times.lease);
  while (performance.now() <= deadline) {
    const found = await locks.find({ name }).toArray();
    const own = areStale(found) ? await claim(locks, name, found) : null;
    if (own !== null) return new HeldLock(locks, own, times);
    await delay(times.poll);
  }
  throw new UserError(
    `Another run writes the collection "${name}". Start this one again when it has finished.`,
  );
}

/** Returns whether locks had no heartbeat since they were first observed, for so many milliseconds. */
function staleness(lease: number): (found: readonly LockDocument[]) => boolean {
  let last = '';
  let since = 0;
  return (found) => {
    const state = stateOf(found);
    if (state !== last) since = performance.now();
    last = state;
    return found.length === 0 || performance.now() - since >= lease;
  };
}

function stateOf(locks: readonly LockDocument[]): string {
  const states = locks.map(({ _id, owner, beat }) => `${_id} ${owner} ${beat}`);
  return states.sort().join('\n');
}

/**
 * Inserts a lock and deletes the stale ones. It needs no more of the server than that it inserts an identity once:
 * not every one finds and updates a document in one step.
 * @returns null if another one claimed the lock, or an owner is alive
 */
async function claim(
  locks: Collection<LockDocument>,
  name: string,
  stale: readonly LockDocument[],
): Promise<LockDocument | null> {
  const generation = Math.max(0, ...stale.map((lock) => lock.generation)) + 1;
  const changing = stale.map((lock) => lock.changing).find((staged) => staged !== null) ?? null;
  const _id = `${name} ${generation}`;
  const own = { _id, name, generation, owner: randomUUID(), beat: 0, changing };
  if (!(await isInserted(locks, own))) return null;
  const others = (await locks.find({ name }).toArray()).filter(({ owner }) => owner !== own.owner);
  if (stateOf(others) === stateOf(stale)) {
    for (const { _id: old, owner, beat } of stale) await locks.deleteOne({ _id: old, owner, beat });
    return own;
  }
  await locks.deleteOne({ _id, owner: own.owner });
  return null;
}

async function isInserted(locks: Collection<LockDocument>, lock: LockDocument): Promise<boolean> {
  try {
    await locks.insertOne(lock);
    return true;
  } catch (error) {
    if (serverCode(error) === DUPLICATE_KEY) return false;
    throw error;
  }
}

class HeldLock implements CollectionLock {
  readonly prefix: string;
  readonly interrupted: string | null;
  readonly #locks: Collection<LockDocument>;
  readonly #own: LockDocument;
  readonly #times: LockTimes;
  readonly #timer: NodeJS.Timeout;
  #beatAt = performance.now();
  /** The last heartbeat. They are sent one after the other, since a server may update in two steps. */
  #last: Promise<void> = Promise.resolve();
  #isLost = false;
  #isMarked: boolean;

  constructor(locks: Collection<LockDocument>, own: LockDocument, times: LockTimes) {
    this.#locks = locks;
    this.#own = own;
    this.#times = times;
    this.interrupted = own.changing;
    this.#isMarked = own.changing !== null;
    const digest = createHash('sha256').update(own.name).digest('hex').slice(0, 20);
    this.prefix = `${OWN_PREFIX}staged_${digest}_`;
    this.#timer = setInterval(() => {
      // Without heartbeats the lock is lost in time, which `checkHeld` says.
      this.#beat({}).catch(() => undefined);
    }, times.beat);
    this.#timer.unref();
  }

  checkHeld(): void {
    if (!this.#isLost && performance.now() - this.#beatAt <= this.#times.held) return;
    throw new UserError(
      `the server did not confirm for ${this.#times.held / 1_000} seconds that this run may write the collection "${this.#own.name}". Start it again`,
    );
  }

  get isMarked(): boolean {
    return this.#isMarked;
  }

  async confirm(): Promise<void> {
    await this.#beat({});
    this.checkHeld();
  }

  async mark(staged: string | null): Promise<void> {
    this.#isMarked = true;
    await this.#beat({ changing: staged });
    this.checkHeld();
    this.#isMarked = staged !== null;
  }

  abandon(): void {
    clearInterval(this.#timer);
  }

  async release(): Promise<void> {
    this.abandon();
    await this.#last;
    const { _id, owner } = this.#own;
    if (!this.#isMarked) await this.#locks.deleteOne({ _id, owner });
  }

  async #beat(change: { readonly changing?: string | null }): Promise<void> {
    const sent = this.#last.then(() => this.#send(change));
    this.#last = sent.catch(() => undefined);
    await sent;
  }

  async #send(change: { readonly changing?: string | null }): Promise<void> {
    if (this.#isLost) return;
    const { _id, owner } = this.#own;
    const sentAt = performance.now();
    const fields = Object.keys(change).length === 0 ? {} : { $set: change };
    const { matchedCount } = await this.#locks.updateOne(
      { _id, owner },
      { ...fields, $inc: { beat: 1 } },
    );
    if (matchedCount === 0) this.#isLost = true;
    else this.#beatAt = sentAt;
  }
}
