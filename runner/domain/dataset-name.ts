/** The maximum length of a trimmed dataset name, in UTF-16 units. */
export const MAX_DATASET_NAME_LENGTH = 255;

/**
 * Whether every character of a text is allowed in dataset names. Control characters would break headers
 * and logs, and Postgres cannot store NUL.
 */
export function hasOnlyNameCharacters(name: string): boolean {
  return !/\p{Cc}/u.test(name) && name.isWellFormed();
}
