import type pl from 'nodejs-polars';
import { parseDatetime, POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import { ISO_DATE, ISO_TIMES, readIsoDatetime } from '../values/iso-datetime.ts';
import { readDateFormat, type DateFormat } from '../values/date-format.ts';
import { trimBlanks } from '../values/number-text.ts';
import type { PolarsBuilder } from '../polars-builder.ts';
import { keyword } from '../../python/code.ts';
import { pythonPattern } from '../../python/python-literal.ts';
import { callCode, member, type PythonCode, type CallEmitter } from '../python-code.ts';
import { addConverted, addFailAt, lastArgument } from './cast-errors.ts';

export { readIsoDatetime };

/** A parser of datetimes in each engine's form. */
export interface DatetimeReader {
  read(text: string): bigint | null;
  plan(build: PolarsBuilder, text: pl.Expr): pl.Expr;
  /** @param error the code of the error of invalid text; null: it becomes null */
  pandas(text: PythonCode, error: string | null, emit: CallEmitter): PythonCode;
  pythonPolars(text: PythonCode, error: string | null, emit: CallEmitter): PythonCode;
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

const DATE_LENGTH = 10;
/** The patterns of dates with a time, and their formats. */
const TIME_FORMATS = [
  [ISO_TIMES.seconds, '%Y-%m-%d %H:%M:%S'],
  [ISO_TIMES.fraction, '%Y-%m-%d %H:%M:%S%.f'],
  [ISO_TIMES.minutes, '%Y-%m-%d %H:%M'],
  [ISO_TIMES.secondsWithOffset, '%Y-%m-%d %H:%M:%S%.f%#z'],
  [ISO_TIMES.minutesWithOffset, '%Y-%m-%d %H:%M%#z'],
] as const;

/**
 * Parses ISO 8601 text in polars. Each format parses only the texts whose pattern has its form: the library
 * takes three times as long for a text that does not have the format.
 */
export function parseIsoInPolars(build: PolarsBuilder, text: pl.Expr): pl.Expr {
  const none = build.literal('string', null);
  const matching = (cells: pl.Expr, pattern: string): pl.Expr =>
    build.when(build.call(POLARS_FUNCTIONS.matches, cells, build.text(pattern)), cells, none);
  const length = build.call(POLARS_FUNCTIONS.lengthInBytes, text);
  const longer = build.when(length.gt(build.integer(DATE_LENGTH)), text, none);
  const times = TIME_FORMATS.map(([pattern, format]) => {
    const spaced = replaceFirst(build, matching(longer, pattern), ['[Tt]', ' ']);
    if (!format.endsWith('z')) return parseByFormat(build, spaced, format, false);
    return parseByFormat(build, replaceFirst(build, spaced, ['[zZ]$', '+00:00']), format, true);
  });
  const dates = parseByFormat(build, matching(text, ISO_DATE), '%Y-%m-%d', false);
  return build.call(POLARS_FUNCTIONS.coalesce, dates, ...times);
}

function replaceFirst(
  build: PolarsBuilder,
  text: pl.Expr,
  [pattern, by]: readonly [string, string],
): pl.Expr {
  return build.call(POLARS_FUNCTIONS.replaceFirstMatch, text, build.text(pattern), build.text(by));
}

/**
 * Creates a parser for one strftime format. The parsers of the libraries accept more texts, and not the same
 * ones: polars reads 24-2-9 as a date of the year 24, and pandas 10:30:60 as 10:31. So the pattern validates
 * the text everywhere.
 * @throws UserError for a format that names no date, or that polars cannot read
 */
export function datetimeFormat(format: string): DatetimeReader {
  const rules = readDateFormat(format);
  return {
    read: (text) => rules.read(trimBlanks(text)),
    plan: (build, text) => parseInPolars(build, text, rules),
    pandas: (text, error, emit) => {
      const { pattern, hasOffset, hasShortYear } = rules;
      addFailAt(emit);
      emit.helper('read_dates', PANDAS_READ_DATES);
      const dates = callCode(
        'read_dates',
        text,
        emit.literal(format),
        pythonPattern(pattern),
        ...lastArgument(error),
      );
      const utc = hasOffset ? member(dates, 'dt.tz_localize(None)') : dates;
      if (!hasShortYear) return utc;
      emit.helper('from_1970', FROM_1970);
      return callCode('from_1970', utc);
    },
    pythonPolars: (text, error, emit) => {
      const { chrono, defaults, pattern, hasOffset } = rules;
      const form = chrono + defaults;
      addConverted(emit);
      emit.helper('read_dates', POLARS_READ_DATES);
      const dates = callCode(
        'read_dates',
        text,
        emit.literal(form),
        pythonPattern(pattern),
        ...(defaults === '' ? [] : [keyword('rest', emit.literal(ones(defaults)))]),
        ...(error === null ? [] : [keyword('error', error)]),
        ...(error === null || form === format ? [] : [keyword('shown', emit.literal(format))]),
      );
      return hasOffset ? member(dates, 'dt.replace_time_zone(None)') : dates;
    },
  };
}

const PANDAS_READ_DATES = `def read_dates(texts, form, pattern, error=None):
    """Parse the texts of a form. pandas alone would read others too, such as 60 seconds. Other
    text raises the error, or is null without one."""
    given, texts = texts, texts.str.strip(" \\t\\r\\n")
    is_other = ~texts.str.fullmatch(pattern).fillna(True).astype("boolean")
    reason = f'The text "{{}}" cannot be read as a date of the format {form}. Correct it'
    if error is not None and is_other.any():
        fail_at(given, is_other, reason, error)
    texts = texts.mask(is_other)
    dates = pd.to_datetime(texts, format=form, errors="coerce", utc="%z" in form)
    dates = dates.where(dates.dt.year.between(1, 9999))
    if error is not None and (dates.isna() & texts.notna()).any():
        fail_at(given, dates.isna() & texts.notna(), reason, error)
    return dates.astype("datetime64[us, UTC]" if "%z" in form else "datetime64[us]")`;

const FROM_1970 = `def from_1970(dates):
    """Move dates of 1969 to 2069: two digits are a year from 1970 on, pandas reads 69 as 1969."""
    return dates.mask(dates.dt.year == 1969, dates + pd.DateOffset(years=100))`;

const POLARS_READ_DATES = `def read_dates(texts, form, pattern, rest="", error=None, shown=None):
    """Parse the texts of a form. polars alone would read others, such as years of two digits.
    Other text raises the error, which shows a form, or is null without one."""
    given, texts = texts, texts.str.strip_chars(" \\t\\r\\n")
    is_date = texts.str.contains(pattern)
    zone = "UTC" if "%z" in form else None
    dates = (texts + rest).str.to_datetime(form, strict=False, time_unit="us", time_zone=zone)
    dates = pl.when(is_date & dates.dt.year().is_between(1, 9999)).then(dates)
    if error is None:
        return dates
    reason = f'The text "{{}}" cannot be read as a date of the format {shown or form}. Correct it'
    return converted(dates, given, pl.Datetime("us", zone), reason, error)`;

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
