import { UsageError } from './paths.ts';

/** Names standard input or standard output in place of a file. */
export const STANDARD_STREAM = '-';

/** Returns the name of an input file for messages. */
export function shownFile(file: string): string {
  return file === STANDARD_STREAM ? 'standard input' : file;
}

/** @throws UsageError when standard input would have to be read twice */
export function requireOneStandardInput(flow: string, inputs: readonly string[]): void {
  const files = [flow, ...inputs.map((pair) => pair.slice(pair.indexOf('=') + 1))];
  if (files.filter((file) => file === STANDARD_STREAM).length < 2) return;
  throw new UsageError('Standard input can be read once: only one file can be -.');
}
