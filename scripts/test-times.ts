/** One test file in Jest's report. */
export interface TestFile {
  /** Path from the root of the repository, with slashes. */
  readonly path: string;
  readonly tests: number;
  readonly seconds: number;
}

/** A step before or after the test files, such as a check. */
export interface Step {
  readonly name: string;
  readonly seconds: number;
}

const TIERS = ['service', 'parity', 'cluster'] as const;
type Tier = (typeof TIERS)[number];

const SLOWEST = 10;

/**
 * Reports the duration of each tier and of the ten slowest files. A tier's duration is the sum of its
 * files, some of which run in parallel.
 * @param allSeconds elapsed seconds of the whole test run
 */
export function timeLines(
  checks: readonly Step[],
  files: readonly (TestFile & { readonly isEndToEnd: boolean })[],
  allSeconds: number,
): readonly string[] {
  const rows: (readonly [string, number, string])[] = [];
  if (checks.length > 0) rows.push(['check', total(checks), counted(checks.length, 'check')]);
  for (const tier of TIERS) {
    const own = files.filter((file) => tierOf(file) === tier);
    const tests = own.reduce((sum, file) => sum + file.tests, 0);
    if (own.length === 0) continue;
    rows.push([tier, total(own), `${counted(tests, 'test')} in ${counted(own.length, 'file')}`]);
  }
  rows.push(['in all', allSeconds, 'elapsed; some files run in parallel']);
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return [
    'Time of each tier:',
    ...rows.map(([name, seconds, what]) => `  ${name.padEnd(8)}${shown(seconds)}  ${what}`),
    ...(slowest.length === 0 ? [] : ['The slowest files:']),
    ...slowest.map(({ path, seconds }) => `${shown(seconds)}  ${path}`),
  ];
}

function tierOf(file: TestFile & { readonly isEndToEnd: boolean }): Tier {
  if (file.isEndToEnd) return 'cluster';
  return file.path.startsWith('test/parity/') ? 'parity' : 'service';
}

function total(parts: readonly { readonly seconds: number }[]): number {
  return parts.reduce((sum, { seconds }) => sum + seconds, 0);
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

function shown(seconds: number): string {
  return `${seconds.toFixed(1).padStart(8)} s`;
}
