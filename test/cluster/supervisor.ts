import type { Part } from './parts.ts';

/** What a supervisor looks at and acts by. */
export interface Supervised {
  readonly parts: () => readonly Part[];
  readonly runs: (part: Part) => boolean;
  /** Whether somebody wants the part to stay away. */
  readonly isHeld: (part: Part) => boolean;
  readonly start: (part: Part) => void;
  readonly say: (line: string) => void;
}

interface Restart {
  /** When it was started again, in milliseconds. */
  readonly at: number;
  /** How long it waits for the next time. */
  readonly waitMs: number;
  /** When that is; null while it runs. */
  readonly dueAt: number | null;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** A part that ran for so long is no longer in trouble. */
const CALM_AFTER_MS = 60_000;

/**
 * Starts parts again that have ended unasked, as a kubelet does with the static pods of a control
 * plane: at once the first time, then after a wait that doubles.
 */
export class Supervisor {
  readonly #supervised: Supervised;
  readonly #restarts = new Map<string, Restart>();

  constructor(supervised: Supervised) {
    this.#supervised = supervised;
  }

  /** To be called again and again. @param now milliseconds of any clock that only goes forward */
  look(now: number): void {
    for (const part of this.#supervised.parts()) {
      if (this.#supervised.isHeld(part)) this.#restarts.delete(part.name);
      else if (this.#supervised.runs(part)) this.#calm(part, now);
      else this.#startAgain(part, now);
    }
  }

  #calm({ name }: Part, now: number): void {
    const last = this.#restarts.get(name);
    if (last !== undefined && now - last.at >= CALM_AFTER_MS) this.#restarts.delete(name);
  }

  #startAgain(part: Part, now: number): void {
    const { name } = part;
    const last = this.#restarts.get(name);
    if (last?.dueAt === null) {
      this.#supervised.say(`${name} has ended again: it waits for ${last.waitMs / 1000} s`);
      this.#restarts.set(name, { ...last, dueAt: now + last.waitMs });
      return;
    }
    if (last !== undefined && now < last.dueAt) return;
    const waitMs = Math.min(last === undefined ? FIRST_WAIT_MS : last.waitMs * 2, LONGEST_WAIT_MS);
    this.#supervised.say(`${name} has ended: it is started again`);
    this.#restarts.set(name, { at: now, waitMs, dueAt: null });
    this.#supervised.start(part);
  }
}
