import { plainText } from './plain-text.ts';

/** Prints what a person should check in a file that was read, on standard error, one line each. */
export function printWarnings(
  file: string,
  warnings: readonly { readonly message: string }[],
): void {
  for (const { message } of warnings) console.error(plainText(`${file}: warning: ${message}`));
}
