/**
 * How a cast treats a value that it cannot convert: null makes it null; a text is how its author can allow
 * that, with which the error ends.
 */
export type NullRemedy = string | null;

/** The remedy in an expression. */
export const TRY_CAST = 'use try_cast, which makes such values null.';
/** The remedy in a node with the config key `errors`. */
export const COERCE = 'set "errors" to "coerce", which makes such values null.';
/** The same for texts that are read as ISO 8601. */
export const SET_FORMAT = `set "format" to the form of the dates, such as "%d.%m.%Y", or ${COERCE}`;
/** The same for texts that are read by a format. */
export const CHANGE_FORMAT = `change "format", or ${COERCE}`;

/** The names of remedies in scripts. */
export const REMEDY_NAMES: ReadonlyMap<string, string> = new Map([
  [TRY_CAST, 'TRY_CAST'],
  [COERCE, 'COERCE'],
  [SET_FORMAT, 'SET_FORMAT'],
  [CHANGE_FORMAT, 'CHANGE_FORMAT'],
]);

/** The remedy of texts that are no dates: a node with `errors` has a `format` too. @param format empty for ISO 8601 */
export function dateRemedy(remedy: NullRemedy, format: string): NullRemedy {
  if (remedy !== COERCE) return remedy;
  return format === '' ? SET_FORMAT : CHANGE_FORMAT;
}
