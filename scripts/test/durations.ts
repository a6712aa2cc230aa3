import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { steadyCounts, type Counts } from './counts.ts';
import { TIERS, type Step, type TestFile, type Tier } from './tiers.ts';

/** `test/durations.json`: one whole run of `npm test`, written by `npm test -- --record`. */
export interface Durations {
  /** The commit that was measured, and on what. */
  readonly commit: string;
  readonly date: string;
  readonly machine: string;
  /** Elapsed seconds of the run. */
  readonly seconds: number;
  readonly tiers: Readonly<Record<Tier, TierDurations>>;
  /** How often each kind of work was done: the budgets of later runs. */
  readonly counts: Counts;
}

export interface TierDurations {
  readonly tests: number;
  /** Sum over the files, some of which run in parallel. The checks run at once: the longest of them. */
  readonly seconds: number;
  /** Seconds by path, or by the name of a check; longest first. */
  readonly files: Readonly<Record<string, number>>;
}

/** What a whole run measured. */
export interface Measured {
  readonly checks: readonly Step[];
  readonly files: readonly TestFile[];
  readonly counts: Counts;
  readonly seconds: number;
}

const FILE = 'test/durations.json';
/** A tier or file that takes longer than recorded by this factor is named. */
const SLOWER = 1.3;
/** A file that takes less is noise. */
const SHORTEST_SECONDS = 10;
const MAX_NAMED = 12;

export function readDurations(root: string): Durations {
  return JSON.parse(readFileSync(path.join(root, FILE), 'utf8')) as Durations;
}

/** Writes `test/durations.json`. @param commit the commit of the sources */
export function writeDurations(root: string, commit: string, measured: Measured): void {
  const durations: Durations = {
    commit,
    date: new Date().toISOString().slice(0, 10),
    machine: `${os.availableParallelism()} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB`,
    seconds: Math.round(measured.seconds),
    tiers: tiersOf(measured),
    counts: sorted(steadyCounts(measured.counts)),
  };
  writeFileSync(path.join(root, FILE), `${JSON.stringify(durations, null, 2)}\n`);
}

/** Returns a line for each tier and file that took 30 % longer than recorded. They warn and fail nothing. */
export function slowerLines(measured: Measured, recorded: Durations): readonly string[] {
  const now = tiersOf(measured);
  const slower: { readonly name: string; readonly seconds: number; readonly before: number }[] = [];
  for (const tier of TIERS) {
    const before = recorded.tiers[tier];
    slower.push({ name: `tier ${tier}`, seconds: now[tier].seconds, before: before.seconds });
    for (const [name, seconds] of Object.entries(now[tier].files)) {
      slower.push({ name, seconds, before: before.files[name] ?? Infinity });
    }
  }
  return (
    slower
      // A tier without a record has 0.
      .filter(({ before }) => before > 0)
      .filter(({ seconds, before }) => seconds >= SHORTEST_SECONDS && seconds > before * SLOWER)
      .toSorted((a, b) => b.seconds - b.before - (a.seconds - a.before))
      .slice(0, MAX_NAMED)
      .map(
        ({ name, seconds, before }) =>
          `slower than recorded: ${name} took ${seconds.toFixed(1)} s, before ${before.toFixed(1)} s`,
      )
  );
}

function tiersOf({ checks, files }: Measured): Record<Tier, TierDurations> {
  const own = (tier: Tier): readonly { name: string; seconds: number; tests: number }[] =>
    tier === 'check'
      ? checks.map((check) => ({ ...check, tests: 1 }))
      : files.filter((file) => file.tier === tier).map((file) => ({ ...file, name: file.path }));
  const durations = (tier: Tier): TierDurations => {
    const all = own(tier).toSorted((a, b) => b.seconds - a.seconds);
    return {
      tests: all.reduce((sum, { tests }) => sum + tests, 0),
      seconds: tenths(
        tier === 'check'
          ? (all[0]?.seconds ?? 0)
          : all.reduce((sum, each) => sum + each.seconds, 0),
      ),
      files: Object.fromEntries(all.map(({ name, seconds }) => [name, tenths(seconds)])),
    };
  };
  return {
    check: durations('check'),
    service: durations('service'),
    parity: durations('parity'),
    cluster: durations('cluster'),
  };
}

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

function sorted(counts: Counts): Counts {
  const byName = <T>(record: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(record).toSorted(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(
    byName(counts).map(([tier, kinds]) => [tier, Object.fromEntries(byName(kinds))]),
  );
}
