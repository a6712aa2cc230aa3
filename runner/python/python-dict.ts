import { pythonText } from './python-literal.ts';

/**
 * A Python dict from text keys to Python code. The parameter has entries, since a JavaScript object would
 * reorder keys that look like integers.
 */
export function pythonDict(entries: readonly (readonly [key: string, code: string])[]): string {
  const items = entries.map(([key, code]) => `${pythonText(key)}: ${code}`);
  const flat = `{${items.join(', ')}}`;
  if (flat.length <= 60) return flat;
  return `{\n${items.map((item) => `    ${item},\n`).join('')}}`;
}

/** A Python call; a long one has one argument per line. */
export function pythonCall(callee: string, args: readonly string[]): string {
  const flat = `${callee}(${args.join(', ')})`;
  if (flat.length <= 60 && !flat.includes('\n')) return flat;
  const lines = args.map((argument) => `    ${argument.replaceAll('\n', '\n    ')},\n`);
  return `${callee}(\n${lines.join('')})`;
}
