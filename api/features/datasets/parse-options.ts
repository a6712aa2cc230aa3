import { checkParseOptions } from '../../../runner/domain/check-parse-options.ts';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import type { ParseOptions } from '../../../runner/domain/parse-options.ts';

/** How to parse the file; absent or empty options are detected or have a default. */
export type GivenParseOptions = {
  readonly [Name in keyof ParseOptions]?: ParseOptions[Name] | undefined;
};

/**
 * Validates the options for the format of the file.
 * @throws UserError with the name of the option that does not apply or is invalid
 */
export function readParseOptions(format: FileFormat, given: GivenParseOptions): ParseOptions {
  const present = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
  return checkParseOptions(format, Object.fromEntries(present));
}
