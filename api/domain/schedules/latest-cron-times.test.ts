import { nextCronTime } from './cron-times.ts';
import { latestCronTimes } from './latest-cron-times.ts';

const times = async (
  [cron, timezone]: readonly [string, string],
  span: { after: string; until: string },
  max: number,
): Promise<string[]> => {
  const [after, until] = [new Date(span.after), new Date(span.until)];
  const found = await latestCronTimes({ cron, timezone }, { after, until }, max);
  return found.map((time) => time.toISOString());
};

describe('the latest times of a cron expression', () => {
  it('exclude the start of the span and include its end', async () => {
    const span = { after: '2027-01-04T09:58:00Z', until: '2027-01-04T10:00:00Z' };
    expect(await times(['* * * * *', 'UTC'], span, 10)).toEqual([
      '2027-01-04T09:59:00.000Z',
      '2027-01-04T10:00:00.000Z',
    ]);
  });

  it('are empty for a span without a match', async () => {
    const span = { after: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z' };
    expect(await times(['0 0 29 2 *', 'UTC'], span, 10)).toEqual([]);
  });

  it('are found at the end of a span of years', async () => {
    const span = { after: '2000-01-01T00:00:00Z', until: '2027-07-01T10:00:30Z' };
    expect(await times(['* * 1 1 *', 'UTC'], span, 2)).toEqual([
      '2027-01-01T23:58:00.000Z',
      '2027-01-01T23:59:00.000Z',
    ]);
  });

  it.each([
    ['*/30 2 * * *', '2027-03-25T12:00:00Z', '2027-03-30T12:00:00Z'],
    ['30 2 * * *', '2027-03-25T12:00:00Z', '2027-03-30T12:00:00Z'],
    ['30 2 * * *', '2027-10-28T12:00:00Z', '2027-10-31T00:45:00Z'],
    ['30 * * * *', '2027-10-30T12:00:00Z', '2027-10-31T01:45:00Z'],
  ])('of %s equal the successive next times while clocks change', async (cron, after, until) => {
    const zone = 'Europe/Berlin';
    const expected: string[] = [];
    let next = nextCronTime(cron, zone, new Date(after));
    while (next !== null && next <= new Date(until)) {
      expected.push(next.toISOString());
      next = nextCronTime(cron, zone, next);
    }
    expect(expected.length).toBeGreaterThan(2);
    expect(await times([cron, zone], { after, until }, 1_000)).toEqual(expected);
  });
});
