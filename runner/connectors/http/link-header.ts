/** The target of the first of the relations that a header `Link` has (RFC 8288); null: it has none of them. */
export function linkTo(header: string, relations: readonly string[]): string | null {
  for (const link of header.split(/,\s*(?=<)/)) {
    const end = link.indexOf('>');
    if (!link.startsWith('<') || end < 0) continue;
    const named = link
      .slice(end + 1)
      .split(';')
      .flatMap(relationsOf);
    if (relations.some((relation) => named.includes(relation))) return link.slice(1, end).trim();
  }
  return null;
}

/** A link may have several relations. */
function relationsOf(parameter: string): readonly string[] {
  const [name = '', value = ''] = parameter.split('=', 2).map((part) => part.trim().toLowerCase());
  return name === 'rel' ? value.replaceAll('"', '').split(/\s+/) : [];
}
