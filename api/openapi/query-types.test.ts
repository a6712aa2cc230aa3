import { z } from 'zod';
import { queryBoolean, queryDatetime, queryInteger } from './query-types.ts';

describe('query-types', () => {
  it.each([
    ['5', 5],
    [' 7 ', 7],
    ['-1', -1],
    ['1.5', null],
    ['', null],
    ['5x', null],
    ['1e3', null],
    ['0x10', null],
    ['9'.repeat(30), null],
  ])('parses the integer %j as %j', (text, value) => {
    expect(queryInteger(z.int()).safeParse(text).data ?? null).toBe(value);
  });

  it.each([
    ['true', true],
    ['YES', true],
    ['on', true],
    ['1', true],
    ['False', false],
    ['0', false],
    ['off', false],
    ['', null],
    ['2', null],
  ])('parses the boolean %j as %j', (text, value) => {
    expect(queryBoolean(z.boolean()).safeParse(text).data ?? null).toBe(value);
  });

  it.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T09:34:09', '2026-11-21T09:34:09.000Z'],
    ['2026-11-21 09:34', '2026-11-21T09:34:00.000Z'],
    ['2026-11-21T09:34:09.175169', '2026-11-21T09:34:09.175Z'],
    ['2026-11-21T09:34:09Z', '2026-11-21T09:34:09.000Z'],
    ['2026-11-21T09:34:09+02:00', '2026-11-21T07:34:09.000Z'],
    ['2026-11-21T09:34:09 02:00', '2026-11-21T07:34:09.000Z'],
    ['2026-11-21T09:34:09-0130', '2026-11-21T11:04:09.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999', '9999-12-31T23:59:59.999Z'],
    ['0000-01-01', null],
    ['0001-01-01T00:00:00+01:00', null],
    ['9999-12-31T23:59:59-01:00', null],
    ['275760-09-13', null],
    ['+275760-09-13', null],
    ['-1-01-01', null],
    ['-000001-01-01', null],
    ['2026-11-21T09:34:09+99:99', null],
    ['2026-13-01', null],
    ['yesterday', null],
    ['', null],
  ])('parses the datetime %j as %j', (text, instant) => {
    const parsed = queryDatetime.safeParse(text);
    expect(parsed.data?.toISOString() ?? null).toBe(instant);
  });
});
