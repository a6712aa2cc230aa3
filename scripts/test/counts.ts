import { existsSync, readFileSync } from 'node:fs';
import type { CountLine } from '../../test/support/test-counts.ts';
import type { Step } from './tiers.ts';

/** Counts by tier and by kind of work. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A count may exceed the recorded one by this factor. */
const BUDGET = 1.1;
/** Below this a count may vary by one or two without meaning anything. */
const SMALL = 20;

/** They have no budget: how often a test asks the system, and which files share a service, depends on the speed of the machine. */
const VARYING: readonly string[] = ['process', 'service-host'];

/** What the test processes appended to the file of counts. */
export interface Counted {
  readonly counts: Counts;
  /** Builds and installations that the cache lacked. */
  readonly made: readonly Step[];
}

/** Reads the file of counts. @returns nothing counted when it does not exist */
export function readCounts(file: string): Counted {
  const counts: Record<string, Record<string, number>> = {};
  const made: Step[] = [];
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  for (const text of lines.filter((line) => line !== '')) {
    const line = JSON.parse(text) as CountLine;
    if ('made' in line) {
      made.push({ name: line.made, seconds: line.seconds });
      continue;
    }
    const own = (counts[line.tier] ??= {});
    own[line.what] = (own[line.what] ?? 0) + line.n;
  }
  return { counts, made };
}

/** A line of the report for each tier that counted something. */
export function countLines(counts: Counts): readonly string[] {
  return Object.entries(counts).map(([tier, kinds]) => {
    const all = Object.entries(kinds).map(([what, n]) => `${n} × ${what}`);
    return `counts of ${tier}: ${all.join(', ')}`;
  });
}

/** The counts that do not depend on the speed of the machine. */
export function steadyCounts(counts: Counts): Counts {
  const isSteady = ([what]: [string, number]): boolean => !VARYING.includes(what);
  return Object.fromEntries(
    Object.entries(counts).map(([tier, kinds]) => [
      tier,
      Object.fromEntries(Object.entries(kinds).filter(isSteady)),
    ]),
  );
}

/**
 * Returns a sentence for each kind of work that has no budget yet and should have one. They fail nothing, as the
 * test that brings a new kind cannot know its count of a whole run.
 * @param recorded the counts of `test/durations.json`
 */
export function withoutBudget(counts: Counts, recorded: Counts): readonly string[] {
  return Object.entries(steadyCounts(counts)).flatMap(([tier, kinds]) =>
    Object.entries(kinds)
      .filter(([what]) => recorded[tier]?.[what] === undefined)
      .map(
        ([what, now]) =>
          `no budget recorded for ${what} of tier ${tier} (now ${now}): record one by \`npm test -- --record\`.`,
      ),
  );
}

/**
 * Returns a sentence for each count that exceeds its budget: a tenth above the recorded count.
 * @param recorded the counts of `test/durations.json`
 */
export function overBudget(counts: Counts, recorded: Counts): readonly string[] {
  return Object.entries(recorded).flatMap(([tier, kinds]) =>
    Object.entries(kinds).flatMap(([what, before]) => {
      const now = counts[tier]?.[what] ?? 0;
      const bound = Math.max(Math.floor(before * BUDGET), before < SMALL ? before + 2 : 0);
      if (now <= bound) return [];
      return [
        `${tier}: ${now} × ${what}, the budget is ${bound}. Make the new tests share what is there, ` +
          'or record a new budget by `npm test -- --record` and name its cost in the commit.',
      ];
    }),
  );
}
