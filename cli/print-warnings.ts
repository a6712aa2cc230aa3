import { plainText } from './plain-text.ts';

/** Prints what a person should check in a file that was read, on standard error, one line each. */
export function printWarnings(file: string, warnings: readonly string[]): void {
  for (const warning of warnings) console.error(plainText(`${file}: warning: ${warning}`));
}
