/**
 * Whether `If-None-Match` (RFC 9110) names the state that the caller would get: it has it already.
 * @param tag with its quotes
 */
export function isKnownTag(header: string, tag: string): boolean {
  const known = new Set(['*', tag]);
  return header.split(',').some((each) => known.has(each.trim().replace(/^W\//, '')));
}
