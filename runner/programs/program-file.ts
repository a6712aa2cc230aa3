import path from 'node:path';

/** What a bundle was built from. */
interface Build {
  /** A digest of the sources. */
  readonly digest: string;
}

/** Only a bundle defines it: see scripts/bundle. */
declare const MILLRACE_BUILD: Build | undefined;

/** The build that is running; null: the sources are. */
export const BUILD: Build | null = typeof MILLRACE_BUILD === 'undefined' ? null : MILLRACE_BUILD;

/** The sources that a process or thread executes, without their extension: the list itself starts none. */
const STEMS = [
  'cli/main',
  'operator/main',
  'runner/main',
  'runner/formats/parquet/parquet-child',
  'api/demo/seed-main',
  'api/features/runs/artifacts/render-worker',
] as const;
/** The source of a program. */
export type Program = `${(typeof STEMS)[number]}.ts`;
/** The sources of all programs. */
export const PROGRAMS = STEMS.map((stem): Program => `${stem}.ts`);

/** The file of a program: of the bundle that is running, else its source. */
export function programFile(program: Program): string {
  // A bundle has all of its files in one folder. `import.meta.dirname` is that of the source there too.
  return BUILD === null
    ? path.resolve(import.meta.dirname, '..', '..', program)
    : path.join(path.dirname(import.meta.filename), bundledName(program));
}

/** The name of a program in a bundle. */
export function bundledName(program: Program): string {
  return program.replaceAll('/', '-').replace(/\.ts$/, '.mjs');
}
