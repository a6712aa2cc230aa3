import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../test/support/database.ts';
import { DatabaseClock } from './database-clock.ts';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let clock: DatabaseClock | undefined;
let lines: string[];

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(() => {
  lines = [];
});

afterEach(() => {
  clock?.close();
});

afterAll(() => database.drop());

/** The clock on a machine whose own clock differs by some milliseconds. */
async function openOn(systemTime: () => number): Promise<DatabaseClock> {
  const logger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  clock = await DatabaseClock.open({ database: database.client, logger, systemTime });
  return clock;
}

it.each([-HOUR_MS, HOUR_MS])(
  'a machine whose clock differs by %d ms has the time of the database, and is warned',
  async (differenceMs) => {
    const { now } = await openOn(() => Date.now() + differenceMs);
    expect(Math.abs(now().getTime() - Date.now())).toBeLessThan(HOUR_MS / 60);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('differs from that of the database');
  },
);

it('a machine whose clock is that of the database has its own time, to the millisecond', async () => {
  const { now } = await openOn(() => Date.now());
  const before = Date.now();
  const time = now().getTime();
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
  expect(lines).toEqual([]);
});

it('a clock that is set again follows with the next measurement', async () => {
  let differenceMs = 0;
  const opened = await openOn(() => Date.now() + differenceMs);
  differenceMs = -HOUR_MS;
  await opened.measure();
  expect(Math.abs(opened.now().getTime() - Date.now())).toBeLessThan(HOUR_MS / 60);
});

it('no other file of the service takes the time from the clock of its process', () => {
  const found = readdirSync(import.meta.dirname, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      /new Date\(\)|Date\.now\(\)/.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
    );
  expect(found).toEqual(['database-clock.ts']);
});
