/** The oldest minor version of Python 3 that scripts may rely on. */
export const OLDEST_MINOR = 10;

/** The pinned packages of an environment for scripts. */
interface Release {
  /** The oldest minor version of Python 3 on which they work. */
  readonly oldestPython: number;
  readonly packages: readonly string[];
}

const COMMON = ['pyarrow==25.0.1'];

/** The packages by version of Python, the newest first. The image with Python has them too. */
export const PYTHON_RELEASES: readonly Release[] = [
  { oldestPython: 11, packages: ['pandas==3.1.1', 'polars==2.1.0', ...COMMON] },
  { oldestPython: OLDEST_MINOR, packages: ['pandas==2.3.3', 'polars==1.44.2', ...COMMON] },
];

/** Returns the packages for a minor version of Python 3. @throws Error for an older one than is supported */
export function requirementsFor(minor: number): readonly string[] {
  const release = PYTHON_RELEASES.find(({ oldestPython }) => minor >= oldestPython);
  if (release === undefined) throw new Error(`No packages fit Python 3.${minor}`);
  return release.packages;
}
