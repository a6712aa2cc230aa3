/**
 * JSON with exact integers: beyond 2^53 they are `bigint` in memory and plain digits in text.
 * Uses JSON.parse source text access and JSON.rawJSON (ECMA-262, ES2026), available in Node 24.
 */
export const exactJson = {
  parse(text: string): unknown {
    // The reviver is slow, since it runs for every value: use it only where such an integer may occur.
    if (!LONG_DIGITS.test(text)) return JSON.parse(text);
    return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
  },
  stringify(value: unknown, indent?: number): string {
    return JSON.stringify(value, exactReplacer, indent);
  },
};

const LONG_DIGITS = /\d{16}/;

function revive(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context.source ?? '';
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** A JSON.stringify replacer that writes a `bigint` as its digits. */
export function exactReplacer(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJson(value.toString()) : value;
}

function rawJson(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}
