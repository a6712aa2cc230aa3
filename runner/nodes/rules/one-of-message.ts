import { nearestName } from '../../domain/nearest-name.ts';

/** The choices of a config value. */
export interface Choices {
  /** The accepted values. */
  readonly values: readonly string[];
  /** The values to list in the message. Default: `values`. */
  readonly listed?: readonly string[];
  /** Spellings of other languages, and the value that each stands for. */
  readonly spellings?: Readonly<Record<string, string>>;
  /** The value that another spelling stands for, where there are too many spellings for a list. */
  readonly meant?: (text: string) => string | undefined;
  /** Text to append to the list. */
  readonly more?: string;
}

/** A zod error function for an invalid choice. The message suggests the probable value. */
export function oneOfMessage({
  values,
  listed = values,
  spellings = {},
  meant,
  more = '',
}: Choices) {
  return ({ input }: { readonly input?: unknown }): string => {
    const rule = `must be one of ${listed.join(listed.some(isSymbol) ? ' ' : ', ')}${more}`;
    const invalid: unknown = Array.isArray(input)
      ? input.find((item) => typeof item === 'string' && !values.includes(item))
      : input;
    const probable =
      typeof invalid === 'string'
        ? (meant?.(invalid) ?? probableValue(invalid, values, spellings))
        : undefined;
    return probable === undefined ? rule : `${rule}. Did you mean "${probable}"?`;
  };
}

function probableValue(
  invalid: string,
  values: readonly string[],
  spellings: Readonly<Record<string, string>>,
): string | undefined {
  const key = invalid.trim().toLowerCase();
  if (Object.hasOwn(spellings, key)) return spellings[key];
  // The edit distance between symbols is meaningless.
  return /[a-z]{2}/.test(key) ? nearestName(key, values) : undefined;
}

/** Lists with symbols are separated by blanks. */
function isSymbol(value: string): boolean {
  return !/[a-z]/i.test(value);
}
