import type { Part } from './parts.ts';

/** Dependencies of a supervisor. */
export interface SupervisorDeps {
  readonly parts: () => readonly Part[];
  readonly runs: (part: Part) => boolean;
  /** Whether the part must not be restarted for now. */
  readonly isHeld: (part: Part) => boolean;
  readonly start: (part: Part) => void;
  readonly log: (line: string) => void;
}

interface Restart {
  /** When the part was restarted, in milliseconds. */
  readonly at: number;
  /** The delay before the next restart. */
  readonly waitMs: number;
  /** When the next restart is due; null while the part runs. */
  readonly dueAt: number | null;
}

const MIN_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 30_000;
/** A part that ran for this long is restarted without delay. */
const HEALTHY_AFTER_MS = 60_000;

/**
 * Restarts exited parts, as a kubelet restarts the static pods of a control plane: the first time
 * without delay, then with exponential backoff.
 */
export class Supervisor {
  readonly #deps: SupervisorDeps;
  readonly #restarts = new Map<string, Restart>();

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
  }

  /** Restarts the parts that are due. @param now milliseconds of a monotonic clock */
  check(now: number): void {
    for (const part of this.#deps.parts()) {
      if (this.#deps.isHeld(part)) this.#restarts.delete(part.name);
      else if (this.#deps.runs(part)) this.#forgetOldRestart(part, now);
      else this.#restart(part, now);
    }
  }

  #forgetOldRestart({ name }: Part, now: number): void {
    const last = this.#restarts.get(name);
    if (last !== undefined && now - last.at >= HEALTHY_AFTER_MS) this.#restarts.delete(name);
  }

  #restart(part: Part, now: number): void {
    const { name } = part;
    const last = this.#restarts.get(name);
    if (last?.dueAt === null) {
      this.#deps.log(`${name} ended again: restarting it in ${last.waitMs / 1000} s`);
      this.#restarts.set(name, { ...last, dueAt: now + last.waitMs });
      return;
    }
    if (last !== undefined && now < last.dueAt) return;
    const waitMs = Math.min(last === undefined ? MIN_BACKOFF_MS : last.waitMs * 2, MAX_BACKOFF_MS);
    this.#deps.log(`${name} ended: restarting it`);
    this.#restarts.set(name, { at: now, waitMs, dueAt: null });
    this.#deps.start(part);
  }
}
