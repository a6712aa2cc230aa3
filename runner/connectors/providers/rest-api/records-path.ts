import type { JsonLocator } from '../../../formats/json/json-locator.ts';

/** Where the pages of a read have their records. */
export interface RecordsPath {
  /** The keys that lead to them; none: the answer itself. */
  readonly keys: readonly string[];
  /** Whether the connection names no place, so that a list is searched. */
  readonly isSearched: boolean;
}

/** What `options.records_path` has for the answer itself, which may be one record with a list. */
export const WHOLE_ANSWER = '$';

/** Keys under which services usually have their records, in the order in which they are tried. */
export const LIST_KEYS = ['data', 'items', 'results', 'records', 'rows', 'value'] as const;
const USUAL_PATHS: readonly (readonly string[])[] = [[], ...LIST_KEYS.map((key) => [key])];

/** Where Spring has its list. Records may have a list there too, so an answer must also have one of its signs. */
const SPRING_PATH = ['content'];
const SPRING_SIGNS: readonly (readonly string[])[] = [
  ['totalElements'],
  ['totalPages'],
  ['pageable'],
  ['page', 'totalElements'],
];

/** Reads `options.records_path`. */
export function recordsPathOf(option: string): RecordsPath {
  if (option === '') return { keys: [], isSearched: true };
  return { keys: option === WHOLE_ANSWER ? [] : option.split('.'), isSearched: false };
}

/** The paths that say where the records are, for a locator. */
export function pathsOfRecords({ keys, isSearched }: RecordsPath): readonly (readonly string[])[] {
  return isSearched ? [...USUAL_PATHS, SPRING_PATH, ...SPRING_SIGNS] : [keys];
}

/**
 * The keys of the list of records that a page is or has; null: it has none, so that it is a record itself.
 * @param locator of `pathsOfRecords`
 */
export function listIn(
  locator: JsonLocator,
  { keys, isSearched }: RecordsPath,
): readonly string[] | null {
  const isList = (path: readonly string[]): boolean => locator.place(path)?.kind === 'list';
  if (!isSearched) return isList(keys) ? keys : null;
  const isSpring = SPRING_SIGNS.some((sign) => locator.place(sign) !== undefined);
  const paths = isSpring ? [...USUAL_PATHS, SPRING_PATH] : USUAL_PATHS;
  return paths.find(isList) ?? null;
}
