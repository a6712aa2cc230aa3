import type { Precondition } from '../../domain/flows/precondition.ts';

/**
 * Parses `If-Match` (RFC 9110): a list of entity tags, or `*` for any version.
 * @param versionOf the version of a tag without its quotes; null for a foreign tag
 * @returns null without the header
 */
export function ifMatch(
  header: string | undefined,
  versionOf: (tag: string) => string | null,
): Precondition | null {
  if (header === undefined) return null;
  if (header.trim() === '*') return () => true;
  // `If-Match` uses the strong comparison: a weak tag, `W/"…"`, never matches.
  const tags = header.split(',').map((tag) => /^"([^"]*)"$/.exec(tag.trim())?.[1]);
  const versions = new Set(tags.map((tag) => (tag === undefined ? null : versionOf(tag))));
  return (version) => versions.has(version);
}
