import { UserError } from '../../../runner/domain/errors.ts';

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names: readonly string[];
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const WEEKDAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');

const FIELDS: readonly Field[] = [
  { name: 'minute', min: 0, max: 59, names: [] },
  { name: 'hour', min: 0, max: 23, names: [] },
  { name: 'day', min: 1, max: 31, names: [] },
  { name: 'month', min: 1, max: 12, names: MONTHS },
  // 7 is Sunday too.
  { name: 'weekday', min: 0, max: 7, names: WEEKDAYS },
];

const ALIASES: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** One part of a field: `*`, a value or a range, with an optional step. */
const PART =
  /^(?:(?<star>\*)|(?<from>[a-z]+|\d{1,2})(?:-(?<to>[a-z]+|\d{1,2}))?)(?:\/(?<step>\d{1,4}))?$/i;

/**
 * Normalizes a cron expression of five fields (`*`, `,`, `-`, `/`, names of months and weekdays) or an
 * alias such as `@daily` to numbers, without ranges that wrap or steps that exceed their range.
 * @throws UserError that names the invalid field
 */
export function plainCron(expression: string): string {
  const text = expression.trim();
  if (text.startsWith('@')) return resolveAlias(text);
  const fields = text.split(/\s+/);
  if (fields.length !== FIELDS.length) {
    throw new UserError(
      `The cron expression must have five fields (minute hour day month weekday) or be one of ${Object.keys(ALIASES).join(', ')}; it has ${fields.length} field(s).`,
    );
  }
  return FIELDS.map((field, position) => plainField(field, fields[position] ?? '')).join(' ');
}

function resolveAlias(text: string): string {
  const alias = Object.hasOwn(ALIASES, text) ? ALIASES[text] : undefined;
  if (alias !== undefined) return alias;
  throw new UserError(
    `"${text.slice(0, 100)}" is no cron expression. The names are: ${Object.keys(ALIASES).join(', ')}.`,
  );
}

function plainField(field: Field, text: string): string {
  return text
    .split(',')
    .map((part) => plainPart(field, part))
    .join(',');
}

function plainPart(field: Field, text: string): string {
  const groups = PART.exec(text)?.groups;
  if (groups === undefined)
    throw invalidField(field, text, 'is not of the form *, 5, 1-5, */5 or 1-5/2');
  const { star, from = '', to, step } = groups;
  const every = Number(step ?? 1);
  if (every === 0) throw invalidField(field, text, 'has a step of 0');
  if (star !== undefined) return wholeRange(field, every);
  const first = valueOf(field, from, text);
  // `5/10` means from 5 to the end of the field.
  const end = to ?? (step === undefined ? from : String(field.max));
  return plainRange(field, [first, valueOf(field, end, text)], every);
}

function plainRange(field: Field, range: readonly [number, number], every: number): string {
  const [first, last] = range;
  if (first === last) return String(first);
  return first < last && every === 1 ? `${first}-${last}` : listValues(field, range, every);
}

/** Lists the values of a range. A range whose end is before its start wraps to the lowest value. */
function listValues(field: Field, [from, to]: readonly [number, number], every: number): string {
  const cycle = cycleOf(field);
  const last = from <= to ? to : to + cycle;
  const count = Math.floor((last - from) / every) + 1;
  return Array.from(
    { length: count },
    (_, n) => field.min + ((from + n * every - field.min) % cycle),
  ).join(',');
}

/** Keeps the star where possible: days and DST treat it differently from a full list of values. */
function wholeRange(field: Field, every: number): string {
  if (every === 1) return '*';
  return every >= cycleOf(field) ? String(field.min) : `*/${every}`;
}

function cycleOf(field: Field): number {
  return field.names === WEEKDAYS ? 7 : field.max - field.min + 1;
}

function valueOf(field: Field, text: string, part: string): number {
  const named = field.names.indexOf(text.toUpperCase());
  const value = named === -1 ? Number(text) : named + (field.names === MONTHS ? 1 : 0);
  if (Number.isInteger(value) && value >= field.min && value <= field.max) return value;
  throw invalidField(field, part, `must lie from ${field.min} to ${field.max}`);
}

function invalidField(field: Field, part: string, problem: string): UserError {
  return new UserError(
    `The cron expression is wrong: "${part.slice(0, 100)}" in the field ${field.name} ${problem}.`,
  );
}
