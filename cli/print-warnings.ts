import { plainText } from './plain-text.ts';

/** Prints the warnings about a file on standard error, one per line. */
export function printWarnings(
  file: string,
  warnings: readonly { readonly message: string }[],
): void {
  for (const { message } of warnings) console.error(plainText(`${file}: warning: ${message}`));
}
