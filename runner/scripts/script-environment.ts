/** The variables that a script inherits: none has a secret. */
const INHERITED = /^(PATH|LANG|LC_[A-Z]+|TZ|POLARS_MAX_THREADS|RAYON_NUM_THREADS)$/;

/**
 * Returns the whole environment of a script.
 * @param folder where the script may write files
 * @param env usually `process.env`
 */
export function scriptEnvironment(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const inherited = Object.entries(env).filter(
    (entry): entry is [string, string] => INHERITED.test(entry[0]) && entry[1] !== undefined,
  );
  return {
    ...Object.fromEntries(inherited),
    HOME: folder,
    TMPDIR: folder,
    // The allocator of pyarrow would reserve a GiB at its start, and reserved memory counts.
    ARROW_DEFAULT_MEMORY_POOL: 'system',
    MALLOC_ARENA_MAX: '2',
  };
}
