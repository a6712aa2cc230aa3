import type pl from 'nodejs-polars';
import { parseDatetime, POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import { UserError } from '../../domain/errors.ts';
import { toMicroseconds } from '../kernels/dates.ts';
import { ISO_DATETIME, offsetMinutes, readIsoDatetime } from '../kernels/iso-datetime.ts';
import { trimBlanks } from '../kernels/number-text.ts';
import type { PolarsBuilder } from '../polars-builder.ts';
import { atom, member, type PythonCode, type PythonEmitter } from '../python-code.ts';

export { readIsoDatetime };

/** A parser of datetimes in each engine's form. */
export interface DatetimeReader {
  read(text: string): bigint | null;
  plan(build: PolarsBuilder, text: pl.Expr): pl.Expr;
  pandas(text: PythonCode, errors: string, emit: PythonEmitter): PythonCode;
  pythonPolars(text: PythonCode, strict: boolean, emit: PythonEmitter): PythonCode;
}

/** Parses text by one chrono format; null where the text does not match. */
function parseByFormat(build: PolarsBuilder, text: pl.Expr, format: string): pl.Expr {
  const zoned = format.includes('z');
  const value = build.call(parseDatetime(format, zoned ? 'UTC' : null), text, build.text('raise'));
  if (!zoned) return value;
  return build.call(POLARS_FUNCTIONS.withoutZone, value, build.text('raise'));
}

const ISO_FORMATS = [
  '%Y-%m-%d',
  '%Y-%m-%d %H:%M:%S%.f',
  '%Y-%m-%d %H:%M',
  '%Y-%m-%d %H:%M:%S%.f%#z',
  '%Y-%m-%d %H:%M%#z',
];

/** Parses ISO 8601 text in polars: the pattern validates the text, then the formats parse it. */
export function parseIsoInPolars(build: PolarsBuilder, text: pl.Expr): pl.Expr {
  const fits = build.call(POLARS_FUNCTIONS.matches, text, build.text(ISO_DATETIME));
  const spaced = build.call(
    POLARS_FUNCTIONS.replaceFirstMatch,
    text,
    build.text('[tT]'),
    build.text(' '),
  );
  const body = build.call(
    POLARS_FUNCTIONS.replaceFirstMatch,
    spaced,
    build.text('[zZ]$'),
    build.text('+00:00'),
  );
  const checked = build.when(fits, body, build.literal('string', null));
  return build.call(
    POLARS_FUNCTIONS.coalesce,
    ...ISO_FORMATS.map((format) => parseByFormat(build, checked, format)),
  );
}

const DIRECTIVES: Readonly<Record<string, { readonly pattern: string }>> = {
  Y: { pattern: '(?<Y>[0-9]{4})' },
  m: { pattern: '(?<m>[0-9]{1,2})' },
  d: { pattern: '(?<d>[0-9]{1,2})' },
  H: { pattern: '(?<H>[0-9]{1,2})' },
  I: { pattern: '(?<I>[0-9]{1,2})' },
  M: { pattern: '(?<M>[0-9]{1,2})' },
  S: { pattern: '(?<S>[0-9]{1,2})' },
  f: { pattern: '(?<f>[0-9]{1,9})' },
  y: { pattern: '(?<y>[0-9]{2})' },
  b: { pattern: '(?<b>[A-Za-z]{3})' },
  B: { pattern: '(?<B>[A-Za-z]+)' },
  p: { pattern: '(?<p>[AaPp][Mm])' },
  z: { pattern: '(?<z>[+-][0-9]{2}:?[0-9]{2})' },
  '%': { pattern: '%' },
};

/**
 * Creates a parser for one strftime format.
 * @throws UserError when the format has an unknown or repeated directive
 */
export function datetimeFormat(format: string): DatetimeReader {
  const pattern = formatPattern(format);
  const rust = format.replaceAll('.%f', '%.f').replaceAll('%f', '%6f');
  return {
    read: (text) => readByPattern(pattern, trimBlanks(text)),
    plan: (build, text) => parseByFormat(build, text, rust),
    pandas: (text, errors, emit) => {
      const utc = format.includes('%z') ? ', utc=True' : '';
      const read = `pd.to_datetime(${text.text}.str.strip(), format=${emit.literal(format)}, errors=${errors}${utc})`;
      return atom(`${read}${utc && '.dt.tz_localize(None)'}.astype("datetime64[us]")`);
    },
    pythonPolars: (text, strict, emit) => {
      const zone = format.includes('%z') ? ', time_zone="UTC"' : '';
      const options = `${emit.literal(rust)}, strict=${strict ? 'True' : 'False'}, time_unit="us"${zone}`;
      const read = member(text, `str.strip_chars().str.to_datetime(${options})`);
      return zone === '' ? read : member(read, 'dt.replace_time_zone(None)');
    },
  };
}

function formatPattern(format: string): RegExp {
  const source = format.replaceAll(/%([^])|[\\^$.*+?()[\]{}|/]/g, (found, directive?: string) => {
    if (directive === undefined) return `\\${found}`;
    const known = Object.hasOwn(DIRECTIVES, directive) ? DIRECTIVES[directive] : undefined;
    if (known !== undefined) return known.pattern;
    const names = Object.keys(DIRECTIVES).map((name) => `%${name}`);
    throw new UserError(`The date format ${format} has %${directive}. Known: ${names.join(' ')}.`);
  });
  try {
    return new RegExp(`^${source}$`);
  } catch {
    throw new UserError(`The date format ${format} names a part twice.`);
  }
}

const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

function readByPattern(pattern: RegExp, text: string): bigint | null {
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined) return null;
  const number = (name: string, fallback: number): number => Number(groups[name] ?? fallback);
  const month = monthOf(groups);
  const hour = hourOf(groups);
  if (month === null || hour === null) return null;
  const shortYear = number('y', 70);
  return toMicroseconds({
    year: number('Y', shortYear < 70 ? 2000 + shortYear : 1900 + shortYear),
    month,
    day: number('d', 1),
    hour,
    minute: number('M', 0),
    second: number('S', 0),
    microsecond: Number((groups.f ?? '').slice(0, 6).padEnd(6, '0')),
    offsetMinutes: offsetMinutes(groups.z ?? 'Z'),
  });
}

function monthOf(groups: Readonly<Record<string, string>>): number | null {
  const name = (groups.B ?? groups.b)?.toLowerCase();
  if (name === undefined) return Number(groups.m ?? 1);
  const index = MONTHS.findIndex((month) => month === name || month.slice(0, 3) === name);
  return index === -1 ? null : index + 1;
}

function hourOf(groups: Readonly<Record<string, string>>): number | null {
  if (groups.H !== undefined) return Number(groups.H);
  const twelve = Number(groups.I ?? 12);
  if (twelve < 1 || twelve > 12) return null;
  const isAfternoon = groups.p?.toLowerCase() === 'pm';
  return (twelve % 12) + (isAfternoon ? 12 : 0);
}
