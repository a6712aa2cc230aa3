import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { changedFiles, openOlderRoot, resolveCommit, subjectOf } from '../older-root/older-root.ts';
import { BenchService, PRESENT_ROOT } from '../service.ts';
import { compareRivals, orAborted, type Bounds } from './compare.ts';
import { SERVICE_BENCHMARKS } from './index.ts';
import { describeComparison } from './ratios.ts';
import type { OpenRival, Rival } from './rival.ts';

/** The benchmarks to compare, and the folder for their files. */
interface Scope {
  readonly names: readonly string[];
  readonly scratch: string;
}

/**
 * Compares the service of this clone, as its files are now, with that of another commit, and prints the ratios
 * of each case. Both run at the same time, and each is measured while the other is idle.
 */
export async function benchAgainst(name: string, scope: Scope, bounds: Bounds): Promise<void> {
  const { signal } = bounds;
  const commit = await resolveCommit(name, signal);
  const [changed, head] = [await changedFiles(signal), await resolveCommit('HEAD', signal)];
  const changes = changed.length === 0 ? '' : ` with changes in ${changed.length} files`;
  console.log(`new: ${head.slice(0, 12)} ${await subjectOf(head, signal)}${changes}`);
  console.log(`old: ${commit.slice(0, 12)} ${await subjectOf(commit, signal)}`);
  const older = await openOlderRoot(commit, signal);
  try {
    for (const benchmark of scope.names) {
      console.log(`\n${benchmark}: new over old, median (least to greatest; medians)`);
      await compareRoots(benchmark, { root: older.root, scratch: scope.scratch }, bounds);
    }
  } finally {
    await BenchService.stopAll();
    await older.release();
  }
}

async function compareRoots(
  benchmark: string,
  older: { readonly root: string; readonly scratch: string },
  bounds: Bounds,
): Promise<void> {
  const { signal } = bounds;
  const folder = path.join(older.scratch, benchmark);
  const open = await orAborted(signal, openerOf(benchmark, folder));
  const rivals: Rival[] = [];
  try {
    for (const [side, root] of [
      ['new', PRESENT_ROOT],
      ['old', older.root],
    ] as const) {
      rivals.push(await orAborted(signal, open({ root, dataDir: path.join(folder, side) })));
    }
    const [ours, theirs] = rivals as [Rival, Rival];
    await compareRivals([ours, theirs], bounds, (comparison) => {
      console.log(describeComparison(comparison));
    });
  } finally {
    await Promise.all(rivals.map((rival) => rival.close()));
  }
}

/** Writes the files of a benchmark to a folder. */
export async function openerOf(benchmark: string, folder: string): Promise<OpenRival> {
  await mkdir(folder, { recursive: true });
  const write = SERVICE_BENCHMARKS[benchmark];
  if (write === undefined) throw new Error(`${benchmark} starts no service`);
  return await write(folder);
}
