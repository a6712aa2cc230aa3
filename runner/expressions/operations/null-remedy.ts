/**
 * How a cast treats a value that it cannot convert: null makes it null; a text is how its author can allow
 * that, with which the error ends.
 */
export type NullRemedy = string | null;

/** The remedy in an expression. */
export const TRY_CAST = 'use try_cast, which makes such values null.';
/** The remedy in a node with the config key `errors`. */
export const COERCE = 'set "errors" to "coerce", which makes such values null.';
