/**
 * Whether `If-None-Match` (RFC 9110) matches the entity tag. Express' `request.fresh` is false for every
 * conditional request of `fetch`, which adds `Cache-Control: no-cache` to it.
 * @param tag with its quotes
 */
export function matchesIfNoneMatch(header: string, tag: string): boolean {
  const known = new Set(['*', tag]);
  return header.split(',').some((each) => known.has(each.trim().replace(/^W\//, '')));
}
