import type { JsonObject, JsonValue } from '../../runner/domain/json.ts';

/** Numbers that are out of the range of most config keys. */
export const HOSTILE_NUMBERS = [0, -1, 1.5, 1e9, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 63, 1e300];

const HUGE_TEXT = 'x'.repeat(1_000_000);
const MANY = Array.from({ length: 500 }, (_, index) => `c${index}`);

/** Texts that are no names, numbers, patterns, dates, expressions or programs, or expensive ones. */
const TEXTS = [
  '',
  ' ',
  'NaN',
  '-Infinity',
  '1e999',
  '(a+)+$',
  '(',
  '[',
  '\\',
  '$9',
  '(?<=a)b',
  'a{1000}{1000}',
  '%Q',
  '%',
  'é😀\u202e',
  '__proto__',
  '{{ missing }}',
  '2024-13-45',
  '('.repeat(20_000),
  `${'1+'.repeat(20_000)}1`,
  '9'.repeat(400),
  HUGE_TEXT,
];

const OTHERS: readonly JsonValue[] = [
  null,
  true,
  [],
  {},
  [null],
  [[]],
  [{}],
  [1],
  [''],
  { '': '' },
  { a: null },
  { a: [] },
  ['a', 'a'],
  ['x'.repeat(10_000)],
  { ['x'.repeat(10_000)]: 'x' },
  MANY,
  Object.fromEntries(MANY.map((name) => [name, 'x'])),
];

/** Values that a config key may have in a request of a mistaken or malicious client. */
export const HOSTILE_VALUES: readonly JsonValue[] = [...HOSTILE_NUMBERS, ...TEXTS, ...OTHERS];

const NESTED: readonly JsonValue[] = [null, true, -1, 1e300, '', '(', [], {}];

/** A valid value with each of its parts replaced by hostile values. */
export function hostileVariants(value: JsonValue | undefined): readonly JsonValue[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as JsonObject).flatMap(([key, part]) =>
    [...NESTED, ...hostileVariants(part)].map((replaced) => withPart(value, key, replaced)),
  );
}

function withPart(whole: JsonValue, key: string, part: JsonValue): JsonValue {
  if (Array.isArray(whole)) return whole.with(Number(key), part) as JsonValue;
  return { ...(whole as JsonObject), [key]: part };
}
