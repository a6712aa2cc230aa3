import type { Precondition } from '../../domain/flows/precondition.ts';

/**
 * Reads `If-Match` (RFC 9110): a list of entity tags, or `*` for any state.
 * @param versionOf what a tag, without its quotes, tells of the version; null when it is none of ours
 * @returns null without the header: there is no condition
 */
export function ifMatch(
  header: string | undefined,
  versionOf: (tag: string) => string | null,
): Precondition | null {
  if (header === undefined) return null;
  if (header.trim() === '*') return () => true;
  // A weak tag, `W/"…"`, matches nothing here: it does not promise that the content is the same.
  const tags = header.split(',').map((tag) => /^"([^"]*)"$/.exec(tag.trim())?.[1]);
  const versions = new Set(tags.map((tag) => (tag === undefined ? null : versionOf(tag))));
  return (version) => versions.has(version);
}
