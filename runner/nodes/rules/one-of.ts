import { nearestName } from '../../domain/nearest-name.ts';

export interface Choices {
  /** What is accepted. */
  readonly values: readonly string[];
  /** What the message lists. Default: the values. */
  readonly listed?: readonly string[];
  /** What people from other languages write, and the value that it means. */
  readonly spellings?: Readonly<Record<string, string>>;
  /** What the list is followed by. */
  readonly more?: string;
}

/** The message for a value that is none of a list, with the one that was probably meant. */
export function oneOf({ values, listed = values, spellings = {}, more = '' }: Choices) {
  return ({ input }: { readonly input?: unknown }): string => {
    const rule = `must be one of ${listed.join(listed.some(isSymbol) ? ' ' : ', ')}${more}`;
    const written: unknown = Array.isArray(input)
      ? input.find((item) => typeof item === 'string' && !values.includes(item))
      : input;
    const meant = typeof written === 'string' ? meantBy(written, values, spellings) : undefined;
    return meant === undefined ? rule : `${rule}. Did you mean "${meant}"?`;
  };
}

function meantBy(
  written: string,
  values: readonly string[],
  spellings: Readonly<Record<string, string>>,
): string | undefined {
  const key = written.trim().toLowerCase();
  if (Object.hasOwn(spellings, key)) return spellings[key];
  // Any symbol is near to any other.
  return /[a-z]{2}/.test(key) ? nearestName(key, values) : undefined;
}

/** Symbols read better with blanks between. */
function isSymbol(value: string): boolean {
  return !/[a-z]/i.test(value);
}
