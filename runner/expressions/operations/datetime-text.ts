import type pl from 'nodejs-polars';
import { parseDatetime, POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import { ISO_DATETIME, readIsoDatetime } from '../kernels/iso-datetime.ts';
import { readDateFormat, type DateFormat } from '../kernels/date-format.ts';
import { trimBlanks } from '../kernels/number-text.ts';
import type { PolarsBuilder } from '../polars-builder.ts';
import {
  atom,
  infix,
  member,
  PRECEDENCE,
  type PythonCode,
  type PythonEmitter,
} from '../python-code.ts';

export { readIsoDatetime };

/** A parser of datetimes in each engine's form. */
export interface DatetimeReader {
  read(text: string): bigint | null;
  plan(build: PolarsBuilder, text: pl.Expr): pl.Expr;
  pandas(text: PythonCode, errors: string, emit: PythonEmitter): PythonCode;
  pythonPolars(text: PythonCode, strict: boolean, emit: PythonEmitter): PythonCode;
}

/** Parses text by one chrono format; null where the text does not match. */
function parseByFormat(
  build: PolarsBuilder,
  text: pl.Expr,
  format: string,
  zoned: boolean,
): pl.Expr {
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
    ...ISO_FORMATS.map((format) => parseByFormat(build, checked, format, format.endsWith('z'))),
  );
}

/**
 * Creates a parser for one strftime format. Scripts leave the test of the pattern to the parser of their
 * library, which accepts a few more blanks and digits.
 * @throws UserError for a format that names no date, or that polars cannot read
 */
export function datetimeFormat(format: string): DatetimeReader {
  const rules = readDateFormat(format);
  return {
    read: (text) => rules.read(trimBlanks(text)),
    plan: (build, text) => parseInPolars(build, text, rules),
    pandas: (text, errors, emit) => {
      const utc = rules.hasOffset ? ', utc=True' : '';
      const read = `pd.to_datetime(${text.text}.str.strip(), format=${emit.literal(format)}, errors=${errors}${utc})`;
      return atom(`${read}${utc && '.dt.tz_localize(None)'}.astype("datetime64[us]")`);
    },
    pythonPolars: (text, strict, emit) => {
      const { chrono, defaults, hasOffset } = rules;
      const zone = hasOffset ? ', time_zone="UTC"' : '';
      const body = member(text, 'str.strip_chars()');
      const complete =
        defaults === ''
          ? body
          : infix('+', PRECEDENCE.sum, body, atom(emit.literal(ones(defaults))));
      const options = `${emit.literal(chrono + defaults)}, strict=${strict ? 'True' : 'False'}, time_unit="us"${zone}`;
      const read = member(complete, `str.to_datetime(${options})`);
      return hasOffset ? member(read, 'dt.replace_time_zone(None)') : read;
    },
  };
}

/** The values of the directives that a format lacks. */
function ones(defaults: string): string {
  return defaults.replaceAll(/%./g, '1');
}

/** Polars is more lenient about blanks and digits, so the pattern validates the text. */
function parseInPolars(build: PolarsBuilder, text: pl.Expr, rules: DateFormat): pl.Expr {
  const { pattern, chrono, defaults, hasOffset } = rules;
  const fits = build.call(POLARS_FUNCTIONS.matches, text, build.text(pattern));
  const checked = build.when(fits, text, build.literal('string', null));
  if (defaults === '') return parseByFormat(build, checked, chrono, hasOffset);
  const complete = build.call(POLARS_FUNCTIONS.concatenate, checked, build.text(ones(defaults)));
  return parseByFormat(build, complete, chrono + defaults, hasOffset);
}
