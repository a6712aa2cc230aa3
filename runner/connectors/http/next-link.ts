/** The target of the relation `next` in a header `Link` (RFC 8288); null: there is none. */
export function nextLink(header: string): string | null {
  for (const link of header.split(/,\s*(?=<)/)) {
    const end = link.indexOf('>');
    if (!link.startsWith('<') || end < 0) continue;
    const parameters = link.slice(end + 1).split(';');
    if (parameters.some(isNext)) return link.slice(1, end).trim();
  }
  return null;
}

/** A link may have several relations. */
function isNext(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2).map((part) => part.trim().toLowerCase());
  return name === 'rel' && value.replaceAll('"', '').split(/\s+/).includes('next');
}
