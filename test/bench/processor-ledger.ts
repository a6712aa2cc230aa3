import { descendants, type ProcessFacts } from './process-tree.ts';

/** What an ancestor should have got from processes that ended, and what it got. */
interface Account {
  expected: number;
  got: number;
}

/**
 * Sums the processor time of a process and all of its descendants, also of those that end meanwhile. When
 * a process ends, its time moves to its parent as soon as that has waited for it. The time is lost when the
 * parent ends first, as a killed process with children of its own does: then the ledger counts what the
 * process had when it was seen last. A process that leaves the tree because its parent has ended is
 * still counted.
 */
export class ProcessorLedger {
  readonly #root: number;
  readonly #accounts = new Map<string, Account>();
  #base = 0;
  #total = 0;
  #lost = 0;
  #last = new Map<string, ProcessFacts>();
  #isEmpty = true;

  /** @param root the pid of the process */
  constructor(root: number) {
    this.#root = root;
  }

  /** Adds what /proc shows now. The first call sets the beginning, unless the tree itself began later. */
  add(processes: readonly ProcessFacts[]): void {
    const known = processes.filter((each) => this.#last.has(keyOf(each)));
    const pids = [this.#root, ...known.map(({ pid }) => pid)];
    const now = new Map(descendants(processes, pids).map((each) => [keyOf(each), each]));
    const living = new Map([...now.values()].map((each) => [each.pid, each]));
    for (const [key, before] of this.#last) {
      const after = now.get(key);
      if (after === undefined) this.#inherit(before, living);
      else this.#accountOf(key).got += after.waited - before.waited;
    }
    this.#total = 0;
    for (const { own, waited } of now.values()) this.#total += own + waited;
    if (this.#isEmpty) this.#base = this.#total;
    this.#isEmpty = false;
    this.#last = now;
  }

  /** Ticks of processor time since the first call of `add`. */
  get spent(): number {
    let lost = this.#lost;
    for (const { expected, got } of this.#accounts.values()) lost += Math.max(0, expected - got);
    return this.#total - this.#base + lost;
  }

  /** Ticks of processor time since the tree began. */
  get spentSinceStart(): number {
    return this.spent + this.#base;
  }

  /** The time of a process that is no more is expected at its nearest ancestor that still is. */
  #inherit(ended: ProcessFacts, living: ReadonlyMap<number, ProcessFacts>): void {
    const lastByPid = new Map([...this.#last.values()].map((each) => [each.pid, each]));
    const value = ended.own + ended.waited;
    let parent = lastByPid.get(ended.parent);
    while (parent !== undefined) {
      const same = living.get(parent.pid);
      if (same !== undefined && keyOf(same) === keyOf(parent)) {
        this.#accountOf(keyOf(parent)).expected += value;
        return;
      }
      parent = lastByPid.get(parent.parent);
    }
    this.#lost += value;
  }

  #accountOf(key: string): Account {
    const account = this.#accounts.get(key) ?? { expected: 0, got: 0 };
    this.#accounts.set(key, account);
    return account;
  }
}

function keyOf({ pid, startedAt }: ProcessFacts): string {
  return `${pid} ${startedAt}`;
}
