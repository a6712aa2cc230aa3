import { readDateFormat } from './date-format.ts';

const dateOf = (format: string, text: string): string | null => {
  const time = readDateFormat(format).read(text);
  return time === null ? null : new Date(Number(time / 1000n)).toISOString();
};

describe('a date format', () => {
  it.each([
    ['%d.%m.%Y', '9.2.2024', '2024-02-09T00:00:00.000Z'],
    ['%Y%m%d', '20240229', '2024-02-29T00:00:00.000Z'],
    ['%b %Y', 'feb 2024', '2024-02-01T00:00:00.000Z'],
    ['%d %B %Y', '3 FEBRUARY 2024', '2024-02-03T00:00:00.000Z'],
    ['%Y', '2024', '2024-01-01T00:00:00.000Z'],
    ['%d.%m.%y', '03.02.69', '2069-02-03T00:00:00.000Z'],
    ['%d.%m.%y', '03.02.70', '1970-02-03T00:00:00.000Z'],
    ['%Y-%m-%d %I:%M %p', '2024-02-03 12:00 am', '2024-02-03T00:00:00.000Z'],
    ['%Y-%m-%d %H:%M:%S.%f', '2024-02-03 10:11:12.5', '2024-02-03T10:11:12.500Z'],
    ['%Y-%m-%d %H:%M %z', '2024-02-03 10:11 -0130', '2024-02-03T11:41:00.000Z'],
    ['100%% %Y', '100% 2024', '2024-01-01T00:00:00.000Z'],
    ['%Y %j', '2024 60', '2024-02-29T00:00:00.000Z'],
    ['%G %V %u', '2026 53 7', '2027-01-03T00:00:00.000Z'],
    ['%Y %W %w', '2024 01 1', '2024-01-01T00:00:00.000Z'],
    ['%A %x', 'friday 02/29/24', '2024-02-29T00:00:00.000Z'],
  ])('%s reads %s', (format, text, date) => {
    expect(dateOf(format, text)).toBe(date);
  });

  it.each([
    ['%Y-%m-%d', '24-02-03'],
    ['%Y-%m-%d', '2023-02-29'],
    ['%Y-%m-%d', '2024-02- 3'],
    ['%Y-%m-%d %H:%M', '2024-02-2910:30'],
    ['%Y-%m-%d %H:%M', '2024-02-29 24:00'],
    ['%Y-%m-%d %H:%M:%S', '2024-02-29 10:30:60'],
    ['%Y%m%d', '2024229'],
    ['%d %B %Y', '3 Feb 2024'],
    ['%Y-%m-%d %I:%M %p', '2024-02-03 13:00 PM'],
    ['%Y-%m-%d %H:%M %z', '2024-02-03 10:11 +2400'],
    ['%Y-%m-%d %H:%M%z', '2024-02-03 10:11-24:00'],
    ['%Y-%m-%d %H:%M%z', '2024-02-03 10:11+05:60'],
  ])('%s does not read %s', (format, text) => {
    expect(dateOf(format, text)).toBeNull();
  });

  it.each([
    ['%Q %Y', /has %Q\. Known: %Y/],
    ['%Y %', /has %\. Known: %Y/],
    ['%Y-%m-%d %y', /names a part twice/],
    ['%d.%m.', /names no year/],
    ['%Y %j %m', /names a part twice/],
    ['%G %V %u %d', /names a part twice/],
    ['%Y %e', /has %e\. Known/],
    ['%G %V', /has %G, which needs %u too/],
    ['%Y-%m-%d %H', /has %H, which needs %M too/],
    ['%Y-%m-%d %M', /has %M, which needs %H or %I too/],
    ['%Y-%m-%d %I:%M', /has %I, which needs %p too/],
    ['%Y-%m-%d %z', /has %z, which needs %M too/],
  ])('%s is rejected with its reason', (format, reason) => {
    expect(() => readDateFormat(format)).toThrow(reason);
  });
});
