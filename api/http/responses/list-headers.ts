import { splitTarget } from '../requests/split-target.ts';

/**
 * The headers of a list: `X-Total-Count`, and with a limit also `Link` (RFC 8288) to the first, previous,
 * next and last page.
 * @param page its `url` has the path and query of the request, e.g. `request.originalUrl`
 */
export function listHeaders(
  total: number,
  page?: { readonly url: string; readonly limit?: number | undefined; readonly offset: number },
): Record<string, string> {
  const count = { 'X-Total-Count': String(total) };
  if (page?.limit === undefined) return count;
  const { limit, offset } = page;
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const links = [
    link(page.url, 'first', 0, limit),
    ...(offset > 0 ? [link(page.url, 'prev', Math.max(0, offset - limit), limit)] : []),
    ...(offset + limit < total ? [link(page.url, 'next', offset + limit, limit)] : []),
    link(page.url, 'last', last, limit),
  ];
  return { ...count, Link: links.join(', ') };
}

function link(url: string, relation: string, offset: number, limit: number): string {
  const { path, query } = splitTarget(url);
  const parameters = new URLSearchParams(query);
  parameters.set('limit', String(limit));
  parameters.set('offset', String(offset));
  return `<${path}?${parameters.toString()}>; rel="${relation}"`;
}
