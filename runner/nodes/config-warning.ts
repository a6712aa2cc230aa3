import type { JsonValue } from '../domain/json.ts';

/** The codes of warnings about configs. They are part of the API; messages can change. */
export const CONFIG_WARNING_CODES = [
  /** A range that contains no value. */
  'empty_range',
  /** A key has a former name. */
  'former_key',
  /** A key is not read because other keys are given. */
  'ignored_key',
  /** A value that the key does not have stands for its default. */
  'ignored_value',
  /** A list names a column twice. */
  'repeated_column',
  /** A regular expression without a group splits at its matches. */
  'split_without_group',
  /** A name is read without the blanks around it. */
  'trimmed_name',
] as const;

/** A warning about a config key of a node. */
export interface ConfigWarning {
  /** The config key. */
  readonly field: string;
  /** What programs recognize it by. */
  readonly code: ConfigWarningCode;
  /** A sentence for people. */
  readonly message: string;
}
export type ConfigWarningCode = (typeof CONFIG_WARNING_CODES)[number];

/** The longest text of a config that a warning repeats. */
const MAX_SHOWN = 40;

/** The warning about a name with blanks around it, which are left out. */
export function trimmedName(
  field: string,
  given: JsonValue | undefined,
  remedy = '',
): readonly ConfigWarning[] {
  if (typeof given !== 'string' || given.trim() === given || given.trim() === '') return [];
  const name = JSON.stringify(given.trim().slice(0, MAX_SHOWN));
  const message = `"${field}" has blanks around the name ${name}, which are left out. Remove them${remedy}.`;
  return [{ field, code: 'trimmed_name', message }];
}

/** The warning about a text that a selection does not have, and that stands for its default. */
export function ignoredChoice<T extends string>(
  field: string,
  given: JsonValue | undefined,
  { values, fallback }: { readonly values: readonly T[]; readonly fallback: NoInfer<T> },
): readonly ConfigWarning[] {
  if (typeof given !== 'string' || given === '' || values.some((each) => each === given)) return [];
  const others = values.map((value) => `"${value}"`).join(' or ');
  const message = `"${field}" has no value ${JSON.stringify(given.slice(0, MAX_SHOWN))}, which stands for "${fallback}". Write ${others}.`;
  return [{ field, code: 'ignored_value', message }];
}
