import { checkParseOptions } from '../runner/domain/check-parse-options.ts';
import { UserError } from '../runner/domain/errors.ts';
import type { FileFormat } from '../runner/domain/file-format.ts';
import { isParseOptionName, PARSE_OPTION_NAMES } from '../runner/domain/parse-option-facts.ts';
import { parseOptionMeant } from '../runner/domain/parse-option-spellings.ts';
import { parseOptionValue } from '../runner/domain/parse-option-text.ts';
import type { ParseOptions } from '../runner/domain/parse-options.ts';
import { splitPairs } from './pairs.ts';
import { UsageError } from './paths.ts';

/** Options of the command line, which are checked when the format of the file is known. */
type GivenOptions = Readonly<Record<string, unknown>>;

/**
 * Reads the values of `--input-option`.
 * @param pairs `name.option=value`
 * @param idOf returns the id of the node that a name stands for; throws UserError
 * @returns the options by node id
 * @throws UsageError for an option that does not exist
 */
export function givenParseOptions(
  pairs: readonly string[],
  idOf: (name: string) => string,
): ReadonlyMap<string, GivenOptions> {
  const given = new Map<string, GivenOptions>();
  for (const [place, value] of splitPairs(pairs)) {
    const point = place.lastIndexOf('.');
    const option = place.slice(point + 1);
    if (point < 1 || !isParseOptionName(option)) throw unknownOption(place, option);
    const id = idOf(place.slice(0, point));
    given.set(id, { ...given.get(id), [option]: parseOptionValue(option, value) });
  }
  return given;
}

function unknownOption(place: string, option: string): UsageError {
  const nearest = parseOptionMeant(option);
  const hint =
    nearest === undefined
      ? `Known are ${PARSE_OPTION_NAMES.join(', ')}.`
      : `Did you mean "${nearest}"?`;
  return new UsageError(
    `--input-option ${place}: name an input and an option, e.g. orders.skip_rows=2. ${hint}`,
  );
}

/** The options of a flow with those of the command line in their place. @throws UserError for an invalid value */
export function withGivenOptions(
  format: FileFormat,
  ofFlow: ParseOptions,
  given: GivenOptions = {},
): ParseOptions {
  try {
    const others = Object.entries(ofFlow).filter(([name]) => !Object.hasOwn(given, name));
    return { ...Object.fromEntries(others), ...checkParseOptions(format, given) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`--input-option: ${error.message}`, { cause: error });
  }
}
