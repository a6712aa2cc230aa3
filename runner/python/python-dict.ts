import { pythonText } from './python-literal.ts';

/**
 * A Python dict of text keys and ready-made values. Given as entries, since an object would move
 * keys that look like integers to its front.
 */
export function pythonDict(entries: readonly (readonly [key: string, code: string])[]): string {
  const items = entries.map(([key, code]) => `${pythonText(key)}: ${code}`);
  const flat = `{${items.join(', ')}}`;
  if (flat.length <= 60) return flat;
  return `{\n${items.map((item) => `    ${item},\n`).join('')}}`;
}

/** A call with one argument a line where it is long. */
export function pythonCall(callee: string, args: readonly string[]): string {
  const flat = `${callee}(${args.join(', ')})`;
  if (flat.length <= 60 && !flat.includes('\n')) return flat;
  const lines = args.map((argument) => `    ${argument.replaceAll('\n', '\n    ')},\n`);
  return `${callee}(\n${lines.join('')})`;
}
