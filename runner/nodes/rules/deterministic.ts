import { booleanField } from '../form.ts';

/** The statement of an author that a script may be read from the cache. */
export const deterministicField = booleanField('Deterministic', {
  default: false,
  help: 'The script returns the same for the same rows: it uses no clock, no random numbers and no files. Then a run with the cache may read its result instead of executing it. This needs declared columns.',
});
