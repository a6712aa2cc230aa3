import { checkParseOptions } from '../../../runner/domain/check-parse-options.ts';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import type { ParseOptions } from '../../../runner/domain/parse-options.ts';

/** How to parse the file; absent or empty options are detected or have a default. */
export interface GivenParseOptions {
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  readonly decimal?: string | undefined;
  readonly sheet?: string | undefined;
  readonly null_values?: readonly string[] | undefined;
  readonly skip_rows?: number | undefined;
  readonly has_header?: boolean | undefined;
  readonly comment?: string | undefined;
  readonly dates?: boolean | undefined;
}

/**
 * Validates the options for the format of the file.
 * @throws UserError with the name of the option that does not apply or is invalid
 */
export function readParseOptions(format: FileFormat, given: GivenParseOptions): ParseOptions {
  const options = { ...given, encoding: given.encoding?.trim().toLowerCase() };
  const present = Object.entries(options).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  return checkParseOptions(format, Object.fromEntries(present));
}
