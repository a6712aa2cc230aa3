import type { Part } from './parts.ts';
import { Supervisor } from './supervisor.ts';

const PART: Part = { name: 'kube-scheduler', pid: 1, command: ['kube-scheduler'] };

/** A part that the test stops, and a clock that the test advances. */
function scene(): {
  readonly end: () => void;
  readonly hold: (isHeld: boolean) => void;
  /** Calls the supervisor each quarter of a second. @returns when it started the part, in seconds */
  readonly pass: (seconds: number) => readonly number[];
  readonly logged: readonly string[];
} {
  let runs = true;
  let isHeld = false;
  let now = 0;
  const started: number[] = [];
  const logged: string[] = [];
  const supervisor = new Supervisor({
    parts: () => [PART],
    runs: () => runs,
    isHeld: () => isHeld,
    start: () => {
      started.push(now / 1000);
      runs = true;
    },
    log: (line) => logged.push(line),
  });
  return {
    logged,
    end: () => {
      runs = false;
    },
    hold: (held) => {
      isHeld = held;
    },
    pass: (seconds) => {
      const before = started.length;
      for (const end = now + seconds * 1000; now < end; now += 250) supervisor.check(now);
      return started.slice(before);
    },
  };
}

describe('Supervisor', () => {
  it('restarts a part without delay and logs it', () => {
    const { end, pass, logged } = scene();
    expect(pass(5)).toEqual([]);
    end();
    expect(pass(5)).toEqual([5]);
    expect(logged).toEqual(['kube-scheduler ended: restarting it']);
  });

  it('doubles the delay up to thirty seconds while a part keeps exiting', () => {
    const { end, pass } = scene();
    const waits = Array.from({ length: 8 }, (_, index) => {
      end();
      return pass(40)[0]! - 40 * index;
    });
    expect(waits).toEqual([0, 1, 2, 4, 8, 16, 30, 30]);
  });

  it('restarts a part without delay after it ran for a minute', () => {
    const { end, pass } = scene();
    end();
    pass(61);
    end();
    expect(pass(1)).toEqual([61]);
  });

  it('does not restart a part that is held', () => {
    const { end, hold, pass } = scene();
    hold(true);
    end();
    expect(pass(60)).toEqual([]);
    hold(false);
    expect(pass(1)).toEqual([60]);
  });
});
