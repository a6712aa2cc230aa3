/** Advice for a value that cannot be converted, besides correcting it. */
export const NULL_REMEDY =
  'let such values become null: try_cast in expressions, errors "coerce" in castDtypes.';
