import { UserError } from '../domain/errors.ts';
import type { ParameterType } from '../domain/graph.ts';
import { exactJson } from '../domain/exact-json.ts';

type Scalar = boolean | number | bigint | string;

const TRUE_TEXTS: ReadonlySet<string> = new Set(['true', '1', 'yes', 'on']);
const FALSE_TEXTS: ReadonlySet<string> = new Set(['false', '0', 'no', 'off']);

const TYPE_LABEL: Readonly<Record<ParameterType, string>> = {
  string: 'text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
};

/**
 * Converts a value to the type of a parameter: integers and numbers also from text, booleans also from
 * the texts true/1/yes/on and false/0/no/off, text from any value.
 * @throws UserError that names the parameter and the expected type
 */
export function readParameterValue(
  parameter: { readonly name: string; readonly type: ParameterType },
  value: unknown,
): Scalar {
  const read = READERS[parameter.type](value);
  if (read !== undefined) return read;
  throw new UserError(
    `Parameter "${parameter.name}" must be ${TYPE_LABEL[parameter.type]}, not ${exactJson.stringify(value)}.`,
  );
}

const READERS: Readonly<Record<ParameterType, (value: unknown) => Scalar | undefined>> = {
  string: (value) =>
    value === null ? undefined : typeof value === 'string' ? value : exactJson.stringify(value),
  integer: readInteger,
  number: readNumber,
  boolean: readBoolean,
};

function readInteger(value: unknown): number | bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[+-]?\d+\s*$/.test(value)) return undefined;
  const digits = value.trim().replace(/^\+/, '');
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}

function readNumber(value: unknown): number | bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(value.trim())) return undefined;
  return readInteger(value) ?? Number(value);
}

function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  if (TRUE_TEXTS.has(text)) return true;
  return FALSE_TEXTS.has(text) ? false : undefined;
}
