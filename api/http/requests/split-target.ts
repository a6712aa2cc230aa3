/**
 * Splits the target of a request at its first question mark; the query may have others.
 * @param target e.g. `request.originalUrl`
 */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const at = target.indexOf('?');
  if (at === -1) return { path: target, query: '' };
  return { path: target.slice(0, at), query: target.slice(at + 1) };
}
