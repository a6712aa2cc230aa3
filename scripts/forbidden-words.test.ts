import { FORBIDDEN_WORDS } from './forbidden-words.ts';

function isForbidden(line: string): boolean {
  return FORBIDDEN_WORDS.some(({ pattern }) => pattern.test(line));
}

describe('the forbidden words', () => {
  it.each(FORBIDDEN_WORDS.map(({ example }) => example))('include %j', (line) => {
    expect(isForbidden(line)).toBe(true);
  });

  it.each([
    'await Promise.allSettled(runs)',
    'last_fired_at: optionalTimestamp(schedule.lastFiredAt)',
    'millrace_schedule_fire_delay_seconds',
    'a firewall drops the packets',
    'the longest line',
  ])('do not include %j', (line) => {
    expect(isForbidden(line)).toBe(false);
  });
});
