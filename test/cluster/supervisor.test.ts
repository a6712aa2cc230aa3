import type { Part } from './parts.ts';
import { Supervisor } from './supervisor.ts';

const PART: Part = { name: 'kube-scheduler', pid: 1, command: ['kube-scheduler'] };

/** A part that a test ends, and a clock that it moves. */
function scene(): {
  readonly end: () => void;
  readonly hold: (isHeld: boolean) => void;
  /** Lets the supervisor look each quarter of a second. @returns when it started the part, in seconds */
  readonly pass: (seconds: number) => readonly number[];
  readonly said: readonly string[];
} {
  let runs = true;
  let isHeld = false;
  let now = 0;
  const started: number[] = [];
  const said: string[] = [];
  const supervisor = new Supervisor({
    parts: () => [PART],
    runs: () => runs,
    isHeld: () => isHeld,
    start: () => {
      started.push(now / 1000);
      runs = true;
    },
    say: (line) => said.push(line),
  });
  return {
    said,
    end: () => {
      runs = false;
    },
    hold: (held) => {
      isHeld = held;
    },
    pass: (seconds) => {
      const before = started.length;
      for (const end = now + seconds * 1000; now < end; now += 250) supervisor.look(now);
      return started.slice(before);
    },
  };
}

describe('a part of the cluster that ends unasked', () => {
  it('is started again at once, which is told', () => {
    const { end, pass, said } = scene();
    expect(pass(5)).toEqual([]);
    end();
    expect(pass(5)).toEqual([5]);
    expect(said).toEqual(['kube-scheduler has ended: it is started again']);
  });

  it('is started again after one second, two, four, and never more than thirty, when it ends each time', () => {
    const { end, pass } = scene();
    const waits = Array.from({ length: 8 }, (_, index) => {
      end();
      return pass(40)[0]! - 40 * index;
    });
    expect(waits).toEqual([0, 1, 2, 4, 8, 16, 30, 30]);
  });

  it('is started again at once when it had run for a minute', () => {
    const { end, pass } = scene();
    end();
    pass(61);
    end();
    expect(pass(1)).toEqual([61]);
  });

  it('stays away as long as somebody keeps it away', () => {
    const { end, hold, pass } = scene();
    hold(true);
    end();
    expect(pass(60)).toEqual([]);
    hold(false);
    expect(pass(1)).toEqual([60]);
  });
});
