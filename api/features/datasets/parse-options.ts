import { checkParseOptions } from '../../../runner/domain/check-parse-options.ts';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import type { ParseOptions } from '../../../runner/domain/parse-options.ts';

/** How the caller says the file is to be read; what is absent or empty is detected, or as by default. */
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
 * Checks the options against the kind of file. Encodings are known in any case.
 * @throws UserError naming the option that does not apply or has a wrong value
 */
export function readParseOptions(format: FileFormat, given: GivenParseOptions): ParseOptions {
  const options = { ...given, encoding: given.encoding?.trim().toLowerCase() };
  const present = Object.entries(options).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  return checkParseOptions(format, Object.fromEntries(present));
}
