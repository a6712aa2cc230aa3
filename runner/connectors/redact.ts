import { secretForms } from './secrets/secret-forms.ts';

/** The secret of a connection, and its user. */
export interface Confidential {
  readonly secret: string | null;
  readonly username: string | null;
}

/** A shorter secret is replaced only where it is a word: it occurs within others by chance. */
const MIN_CHARS = 4;

/** Replaces a secret in a text by `***`, in each form of `secretForms`. */
export function redact(text: string, { secret, username }: Confidential): string {
  if (secret === null || secret === '') return text;
  if (secret.length < MIN_CHARS) return text.replace(asWord(secret), '***');
  // The longest first: a form may be a part of another.
  const forms = secretForms(secret, username)
    .filter((form) => form.length >= MIN_CHARS)
    .toSorted((one, other) => other.length - one.length);
  return text.replace(new RegExp(forms.map(escaped).join('|'), 'g'), '***');
}

function asWord(secret: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(secret)}(?![\\p{L}\\p{N}])`, 'gu');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
