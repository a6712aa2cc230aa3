import { checkParseOptions } from '../../../runner/domain/check-parse-options.ts';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import type { ParseOptions } from '../../../runner/domain/parse-options.ts';

/** How the caller says the file is to be read; what is absent or empty is detected. */
export interface GivenParseOptions {
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  readonly decimal?: string | undefined;
  readonly sheet?: string | undefined;
}

/**
 * Checks the options against the kind of file. Encodings are known in any case.
 * @throws UserError naming the option that does not apply or has a wrong value
 */
export function readParseOptions(
  format: FileFormat,
  { delimiter, encoding, decimal, sheet }: GivenParseOptions,
): ParseOptions {
  return checkParseOptions(format, {
    ...given('delimiter', delimiter),
    ...given('encoding', encoding?.trim().toLowerCase()),
    ...given('decimal', decimal),
    ...given('sheet', sheet),
  });
}

function given(name: keyof ParseOptions, value: string | undefined): ParseOptions {
  return value === undefined || value === '' ? {} : { [name]: value };
}
