import { parse } from 'node:querystring';

/** The parameters of a query string; of one that is repeated, the last. */
export function parseQuery(text: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parse(text)).map(([name, value]) => [name, last(value)]),
  );
}

function last(value: string | readonly string[] | undefined): string {
  return typeof value === 'object' ? (value.at(-1) ?? '') : (value ?? '');
}
