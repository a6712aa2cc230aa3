import { plainCron } from './cron-fields.ts';
import { nextCronTime } from './cron-times.ts';
import { isTimeZone } from './time-zones.ts';

/** The next `count` times after an instant, as ISO text to the minute. */
function times(cron: string, zone: string, after: string, count: number): string[] {
  const found: string[] = [];
  let last = new Date(after);
  while (found.length < count) {
    const next = nextCronTime(cron, zone, last);
    if (next === null) break;
    found.push(next.toISOString().slice(0, 16));
    last = next;
  }
  return found;
}

describe('a cron expression', () => {
  it.each([
    ['*/90 * * * *', '0 * * * *'],
    ['50-10/10 * * * *', '50,0,10 * * * *'],
    ['0/20 * * * *', '0,20,40 * * * *'],
    ['  0   0  1  jan-Mar  MON,wed ', '0 0 1 1-3 1,3'],
    ['0 0 * * FRI-MON', '0 0 * * 5,6,0,1'],
    ['0 0 * * 5-7', '0 0 * * 5-7'],
    ['0 22-2 * * *', '0 22,23,0,1,2 * * *'],
    ['0 0 * * 7', '0 0 * * 7'],
    ['@daily', '0 0 * * *'],
    ['@annually', '0 0 1 1 *'],
  ])('%j normalizes to %j', (given, meant) => {
    expect(plainCron(given)).toBe(meant);
  });

  it.each([
    ['* * * * * *', /five fields.*6/],
    ['0 0 1 1 * 2030 2031', /five fields/],
    ['', /five fields/],
    ['60 * * * *', /"60" in the field minute.*0 to 59/],
    ['*/0 * * * *', /step of 0/],
    ['0 0 * * 8', /weekday/],
    ['0 0 0 * *', /field day/],
    ['0 0 L * *', /field day/],
    ['0 0 15W * *', /15W/],
    ['0 0 ? * *', /\?/],
    ['0 0 * * 1#2', /1#2/],
    ['R * * * *', /minute/],
    ['1,,2 * * * *', /minute/],
    ['0 0 * FEB-FOO *', /month/],
    ['@reboot', /@reboot.*@daily/],
    ['@every 5m', /@every/],
    ['@constructor', /@constructor/],
  ])('%j is rejected with a reason', (given, reason) => {
    expect(() => plainCron(given)).toThrow(reason);
  });

  it('matches either the day or the weekday when both are set', () => {
    expect(times('0 0 13 * FRI', 'UTC', '2027-10-30T23:00Z', 4)).toEqual([
      '2027-11-05T00:00',
      '2027-11-12T00:00',
      '2027-11-13T00:00',
      '2027-11-19T00:00',
    ]);
  });

  it('matches 29 February in leap years and never 30 February', () => {
    expect(times('0 0 29 2 *', 'UTC', '2026-01-01T00:00Z', 1)).toEqual(['2028-02-29T00:00']);
    expect(times('0 0 30 2 *', 'UTC', '2026-01-01T00:00Z', 1)).toEqual([]);
  });
});

describe('on the day clocks go forward', () => {
  it.each([
    ['Europe/Berlin', '30 2 28 3 *', '2027-01-01T00:00Z', ['2027-03-28T01:00', '2028-03-28T00:30']],
    ['Europe/Berlin', '30 2 * * *', '2027-03-27T12:00Z', ['2027-03-28T01:00', '2027-03-29T00:30']],
    [
      'Europe/Berlin',
      '*/30 2 * * *',
      '2027-03-27T12:00Z',
      ['2027-03-28T01:00', '2027-03-29T00:00', '2027-03-29T00:30'],
    ],
    [
      'Europe/Berlin',
      '*/30 * * * *',
      '2027-03-28T00:10Z',
      ['2027-03-28T00:30', '2027-03-28T01:00', '2027-03-28T01:30'],
    ],
    [
      'America/New_York',
      '30 2 * * *',
      '2027-03-13T12:00Z',
      ['2027-03-14T07:00', '2027-03-15T06:30'],
    ],
    ['America/Havana', '0 0 * * *', '2027-03-13T12:00Z', ['2027-03-14T05:00', '2027-03-15T04:00']],
    // Half an hour only, in a zone half an hour off.
    [
      'Australia/Lord_Howe',
      '15 2 * * *',
      '2027-10-02T12:00Z',
      ['2027-10-02T15:30', '2027-10-03T15:15'],
    ],
  ])('in %s %s matches right after the gap', (zone, cron, after, expected) => {
    expect(times(cron, zone, after, expected.length)).toEqual(expected);
  });
});

describe('on the day clocks go back', () => {
  it.each([
    ['Europe/Berlin', '30 2 * * *', '2027-10-30T12:00Z', ['2027-10-31T00:30', '2027-11-01T01:30']],
    // Between the two: the first one is past.
    ['Europe/Berlin', '30 2 * * *', '2027-10-31T00:45Z', ['2027-11-01T01:30']],
    [
      'America/New_York',
      '30 1 * * *',
      '2027-11-06T12:00Z',
      ['2027-11-07T05:30', '2027-11-08T06:30'],
    ],
    [
      'Europe/London',
      '0 1,5 * * *',
      '2025-10-25T12:00Z',
      ['2025-10-26T00:00', '2025-10-26T05:00', '2025-10-27T01:00'],
    ],
    [
      'Europe/London',
      '0 1-3 * * *',
      '2025-10-25T12:00Z',
      ['2025-10-26T00:00', '2025-10-26T02:00', '2025-10-26T03:00', '2025-10-27T01:00'],
    ],
    // Between the two.
    ['Europe/London', '*/30 1,2 * * *', '2025-10-26T00:31Z', ['2025-10-26T02:00']],
    [
      'America/New_York',
      '0 */1 * 11 *',
      '2027-11-07T04:30Z',
      ['2027-11-07T05:00', '2027-11-07T06:00', '2027-11-07T07:00'],
    ],
    [
      'America/New_York',
      '0 0-3 * * *',
      '2027-11-07T03:30Z',
      ['2027-11-07T04:00', '2027-11-07T05:00', '2027-11-07T07:00', '2027-11-07T08:00'],
    ],
    // Midnight occurs twice.
    [
      'America/Havana',
      '0 */6 * * *',
      '2027-11-06T23:00Z',
      ['2027-11-07T04:00', '2027-11-07T11:00', '2027-11-07T17:00'],
    ],
    // Two hours.
    [
      'Antarctica/Troll',
      '30 1,2 * * *',
      '2027-10-30T12:00Z',
      ['2027-10-30T23:30', '2027-10-31T00:30', '2027-11-01T01:30', '2027-11-01T02:30'],
    ],
    [
      'Australia/Lord_Howe',
      '45 1,3 * * *',
      '2027-04-03T12:00Z',
      ['2027-04-03T14:45', '2027-04-03T17:15'],
    ],
  ])('in %s %s matches once, the first time', (zone, cron, after, expected) => {
    expect(times(cron, zone, after, expected.length)).toEqual(expected);
  });

  it('an hourly expression matches in both hours', () => {
    expect(times('30 * * * *', 'Europe/Berlin', '2027-10-30T23:40Z', 3)).toEqual([
      '2027-10-31T00:30',
      '2027-10-31T01:30',
      '2027-10-31T02:30',
    ]);
  });
});

describe('the name of a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'EST', 'US/Pacific', 'Asia/Kolkata', 'Etc/GMT+5'])(
    '%s is accepted',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
      expect(nextCronTime('@daily', name, new Date(0))).not.toBeNull();
    },
  );

  it.each(['utc', 'europe/berlin', '+02:00', '', 'Europe/Atlantis', 'Europe'])(
    '%j is rejected',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
});
