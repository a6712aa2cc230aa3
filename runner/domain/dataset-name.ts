/** The longest name of a dataset, in UTF-16 units, without blanks at both ends. */
export const MAX_DATASET_NAME_LENGTH = 255;

/**
 * Whether a text has only characters that the name of a dataset can have. Control characters would
 * break headers and logs; Postgres cannot keep a NUL.
 */
export function hasNameCharacters(name: string): boolean {
  return !/\p{Cc}/u.test(name) && name.isWellFormed();
}
