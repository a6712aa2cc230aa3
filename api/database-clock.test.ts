import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import type { QueryClient } from '../prisma/query-rows.ts';
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

/** A machine and its database, of which a test sets the clock and the speed. */
interface Machine {
  /** How far its own clock is from that of the database. */
  differenceMs: number;
  /** How long an answer of the database takes. */
  answerMs: number;
  /** By how much its clock is set during an answer. */
  setMs: number;
}

/** Its clock of the database. The elapsed time is that of the answers only. */
async function openOn(differenceMs: number): Promise<[clock: DatabaseClock, machine: Machine]> {
  const machine: Machine = { differenceMs, answerMs: 0, setMs: 0 };
  const logger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  let elapsed = 0;
  const { client } = database;
  const slow: QueryClient = {
    $queryRaw: (...query) => {
      elapsed += machine.answerMs;
      machine.differenceMs += machine.setMs;
      return client.$queryRaw(...query);
    },
  };
  const time = (): number => Date.now() + machine.differenceMs + elapsed;
  const clocks = { time, elapsed: () => elapsed };
  clock = await DatabaseClock.open({ database: slow, logger, clocks });
  return [clock, machine];
}

/** How far the clock is from that of the database, which is on this machine. */
const errorOf = ({ now }: DatabaseClock): number => Math.abs(now().getTime() - Date.now());

it.each([-HOUR_MS, HOUR_MS])(
  'a machine whose clock differs by %d ms has the time of the database, and is warned',
  async (differenceMs) => {
    const [opened] = await openOn(differenceMs);
    expect(errorOf(opened)).toBeLessThan(HOUR_MS / 60);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('differs from that of the database');
  },
);

it('a machine whose clock is that of the database is not warned', async () => {
  const logger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  clock = await DatabaseClock.open({ database: database.client, logger });
  expect(errorOf(clock)).toBeLessThan(1000);
  expect(lines).toEqual([]);
});

it('a clock that is set again follows with the next measurement', async () => {
  const [opened, machine] = await openOn(0);
  machine.differenceMs = -HOUR_MS;
  await opened.measure();
  expect(errorOf(opened)).toBeLessThan(HOUR_MS / 60);
});

it('slow answers, which say less than the known difference, leave it', async () => {
  const [opened, machine] = await openOn(HOUR_MS);
  machine.answerMs = 3 * HOUR_MS;
  const before = opened.now().getTime();
  await opened.measure();
  // Three answers took their time, and nothing else changed.
  const passed = opened.now().getTime() - before;
  expect(Math.abs(passed - 9 * HOUR_MS)).toBeLessThan(HOUR_MS / 60);
});

it('a clock that is set during each answer leaves the known difference', async () => {
  const [opened, machine] = await openOn(HOUR_MS);
  machine.setMs = -HOUR_MS;
  await expect(opened.measure()).rejects.toThrow('was set during each measurement');
  machine.setMs = 0;
  machine.differenceMs = HOUR_MS;
  expect(errorOf(opened)).toBeLessThan(HOUR_MS / 60);
});

it('no other file of the service takes the time from the clock of its process', () => {
  const found = readdirSync(import.meta.dirname, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      /new Date\(\)|Date\.now\b/.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
    );
  expect(found).toEqual(['database-clock.ts']);
});
