import { parse } from 'node:querystring';

/** Parses a query string. The last value of a repeated parameter wins. */
export function parseQuery(text: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parse(text)).map(([name, value]) => [name, last(value)]),
  );
}

function last(value: string | readonly string[] | undefined): string {
  return typeof value === 'object' ? (value.at(-1) ?? '') : (value ?? '');
}
