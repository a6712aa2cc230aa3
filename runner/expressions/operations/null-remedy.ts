/** What somebody can do about a value that does not fit its new type, besides correcting it. */
export const NULL_REMEDY =
  'let such values become null: try_cast in expressions, errors "coerce" in castDtypes.';
