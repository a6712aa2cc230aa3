import type pl from 'nodejs-polars';
import { parseDatetime, POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import { ISO_DATE, ISO_TIMES, readIsoDatetime } from '../values/iso-datetime.ts';
import {
  readDateFormat,
  type DateFormat,
  type ParsedFormat,
  type Rewriting,
} from '../values/date-format.ts';
import { trimBlanks } from '../values/number-text.ts';
import type { PolarsBuilder } from '../polars-builder.ts';
import { call, keyword } from '../../python/code.ts';
import { pythonPattern, pythonText } from '../../python/python-literal.ts';
import { callCode, member, type PythonCode, type CallEmitter } from '../python-code.ts';
import {
  addStrictPandas,
  addStrictPolars,
  PANDAS_CONVERTED,
  POLARS_CONVERTED,
} from './cast-errors.ts';
import { dateOfFormat, unreadable } from './cast-reasons.ts';
import { stripBlanks } from './strip-blanks.ts';

export { readIsoDatetime };

/** A parser of datetimes in each engine's form. */
export interface DatetimeReader {
  read(text: string): bigint | null;
  /** In polars; null where the text is invalid. Blanks may surround it. */
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
  [ISO_TIMES.offset, '%Y-%m-%d %H:%M:%S%.f%#z'],
] as const;
/** Adds the seconds to a date with hours and minutes only. */
const WITH_SECONDS = ['^(.{16})($|[+-])', '${1}:00${2}'] as const;

/**
 * Parses ISO 8601 text in polars. Each format parses only the texts whose pattern has its form: the library
 * takes three times as long for a text that does not have the format. A form that no text has costs 10 ms for
 * a million rows, so the forms are few.
 * @param strip removes what may surround a date. It is given only texts that are longer than a date: no others
 *   have a date in the middle.
 */
export function parseIsoInPolars(
  build: PolarsBuilder,
  text: pl.Expr,
  strip: (longer: pl.Expr) => pl.Expr = (longer) => longer,
): pl.Expr {
  const none = build.literal('string', null);
  const matching = (cells: pl.Expr, pattern: string): pl.Expr =>
    build.when(build.call(POLARS_FUNCTIONS.matches, cells, build.text(pattern)), cells, none);
  const length = build.call(POLARS_FUNCTIONS.lengthInBytes, text);
  const isLonger = length.gt(build.integer(DATE_LENGTH));
  const longer = build.shared(strip(build.when(isLonger, text, none)));
  const times = TIME_FORMATS.map(([pattern, format]) => {
    const spaced = replaceFirst(build, matching(longer, pattern), ['[Tt]', ' ']);
    if (pattern === ISO_TIMES.fraction) return parseByFormat(build, spaced, format, false);
    const isZoned = pattern === ISO_TIMES.offset;
    const offset = isZoned ? replaceFirst(build, spaced, ['[zZ]$', '+00:00']) : spaced;
    return parseByFormat(build, replaceFirst(build, offset, WITH_SECONDS), format, isZoned);
  });
  const { coalesce } = POLARS_FUNCTIONS;
  const dates = build.call(coalesce, matching(text, ISO_DATE), matching(longer, ISO_DATE));
  return build.call(coalesce, parseByFormat(build, dates, '%Y-%m-%d', false), ...times);
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
    plan: (build, text) => parseInPolars(build, stripBlanks(build, text), rules),
    pandas: (text, error, emit) => {
      const { rewriting } = rules;
      const { hasOffset, hasShortYear } = rewriting?.written ?? rules;
      const dates =
        rewriting === null
          ? pandasDates(text, rules, error, emit)
          : rewrittenInPandas(text, { ...rules, rewriting }, error, emit);
      const utc = hasOffset ? member(dates, 'dt.tz_localize(None)') : dates;
      if (!hasShortYear) return utc;
      emit.helper('from_1970', FROM_1970);
      return callCode('from_1970', utc);
    },
    pythonPolars: (text, error, emit) => {
      const { rewriting } = rules;
      const dates =
        rewriting === null
          ? polarsDates(text, rules, error, emit)
          : rewrittenInPolars(text, { ...rules, rewriting }, error, emit);
      return rules.hasOffset ? member(dates, 'dt.replace_time_zone(None)') : dates;
    },
  };
}

function pandasDates(
  text: PythonCode,
  { format, pattern }: ParsedFormat,
  error: string | null,
  emit: CallEmitter,
): PythonCode {
  const given = [text, emit.literal(format), pythonPattern(pattern)] as const;
  emit.helper('read_dates', PANDAS_READ_DATES);
  if (error === null) return callCode('read_dates', ...given);
  addStrictPandas(emit, 'strict_dates', PANDAS_STRICT_DATES);
  return callCode('strict_dates', ...given, error);
}

function polarsDates(
  text: PythonCode,
  { format, chrono, defaults, pattern }: ParsedFormat,
  error: string | null,
  emit: CallEmitter,
): PythonCode {
  const form = chrono + defaults;
  const given = [text, emit.literal(form), pythonPattern(pattern)] as const;
  const rest = defaults === '' ? [] : [keyword('rest', emit.literal(ones(defaults)))];
  emit.helper('read_dates', POLARS_READ_DATES);
  if (error === null) return callCode('read_dates', ...given, ...rest);
  addStrictPolars(emit, 'strict_dates', POLARS_STRICT_DATES);
  const shown = form === format ? [] : [keyword('shown', emit.literal(format))];
  return callCode('strict_dates', ...given, error, ...rest, ...shown);
}

/** A format whose texts are rewritten. */
type RewrittenFormat = DateFormat & { readonly rewriting: Rewriting };

function rewrittenInPandas(
  text: PythonCode,
  { format, rewriting }: RewrittenFormat,
  error: string | null,
  emit: CallEmitter,
): PythonCode {
  const plain = member(
    text,
    `map(${plainDate(rewriting, emit)}, na_action="ignore").astype("string")`,
  );
  const dates = pandasDates(plain, rewriting.written, null, emit);
  if (error === null) return dates;
  emit.helper('converted', PANDAS_CONVERTED);
  return callCode('converted', dates, text, emit.literal(unreadable(dateOfFormat(format))), error);
}

function rewrittenInPolars(
  text: PythonCode,
  { format, hasOffset, rewriting }: RewrittenFormat,
  error: string | null,
  emit: CallEmitter,
): PythonCode {
  const plain = member(text, `map_elements(${plainDate(rewriting, emit)}, return_dtype=pl.String)`);
  const dates = polarsDates(plain, rewriting.written, null, emit);
  if (error === null) return dates;
  emit.helper('converted', POLARS_CONVERTED);
  const type = `pl.Datetime("us"${hasOffset ? ', "UTC"' : ''})`;
  const reason = emit.literal(unreadable(dateOfFormat(format)));
  return callCode('converted', dates, text, type, reason, error);
}

/** The code of a function that rewrites a text. */
function plainDate({ pattern }: Rewriting, emit: CallEmitter): string {
  emit.import('import re');
  emit.import('from datetime import date, timedelta');
  emit.helper('day_of', DAY_OF);
  emit.helper('plain_date', PLAIN_DATE);
  return call('plain_date', [pythonPattern(pattern)]);
}

const PLAIN_DATE = `def plain_date(pattern):
    """Return a function that writes the date of a text by year, month and day, without weekdays."""

    def written(text):
        match = re.fullmatch(pattern, text.strip(" \\t\\r\\n"))
        if match is None:
            return None
        parts = match.groupdict()
        kept = [part for name, part in parts.items() if name.startswith("k")]
        day = {name: int(part) for name, part in parts.items() if not name.startswith("k")}
        try:
            return "|".join([str(day_of(day)) if day else "", *kept, ""])
        except (ValueError, OverflowError):
            return None

    return written`;

const DAY_OF = `def day_of(parts):
    """Return the date of a day of a year or a week. A day that the year lacks is an error."""
    if "G" in parts:
        return date.fromisocalendar(parts["G"], parts["V"], parts["u"])
    short = parts.get("y", 0)
    year = parts.get("Y", short + (2000 if short < 70 else 1900))
    first = date(year, 1, 1)
    monday = 1 + (7 - first.weekday()) % 7
    number = parts["j"] if "j" in parts else monday + 7 * parts["W"] - 7 + (parts["w"] - 1) % 7
    day = first + timedelta(days=number - 1)
    if day.year != year:
        raise ValueError
    return day`;

const PANDAS_READ_DATES = `def read_dates(texts, form, pattern):
    """Parse the texts of a form. Others become null; pandas alone would read some of them, such as
    60 seconds."""
    texts = texts.str.strip(" \\t\\r\\n")
    texts = texts.where(texts.str.fullmatch(pattern).fillna(False).astype("boolean"))
    dates = pd.to_datetime(texts, format=form, errors="coerce", utc="%z" in form)
    dates = dates.where(dates.dt.year.between(1, 9999))
    return dates.astype("datetime64[us, UTC]" if "%z" in form else "datetime64[us]")`;

const PANDAS_STRICT_DATES = `def strict_dates(texts, form, pattern, error):
    """Parse the texts of a form. Others raise the error."""
    reason = ${reasonOf('{form}')}
    return converted(read_dates(texts, form, pattern), texts, reason, error)`;

const FROM_1970 = `def from_1970(dates):
    """Move dates of 1969 to 2069: two digits are a year from 1970 on, pandas reads 69 as 1969."""
    return dates.mask(dates.dt.year == 1969, dates + pd.DateOffset(years=100))`;

const POLARS_READ_DATES = `def read_dates(texts, form, pattern, rest=""):
    """Parse the texts of a form. Others become null; polars alone would read some of them, such as
    years of two digits."""
    texts = texts.str.strip_chars(" \\t\\r\\n")
    is_date = texts.str.contains(pattern)
    zone = "UTC" if "%z" in form else None
    dates = (texts + rest).str.to_datetime(form, strict=False, time_unit="us", time_zone=zone)
    return pl.when(is_date & dates.dt.year().is_between(1, 9999)).then(dates)`;

const POLARS_STRICT_DATES = `def strict_dates(texts, form, pattern, error, rest="", shown=None):
    """Parse the texts of a form. Others raise the error, which may show another form."""
    dates = read_dates(texts, form, pattern, rest)
    dtype = pl.Datetime("us", "UTC" if "%z" in form else None)
    reason = ${reasonOf('{shown or form}')}
    return converted(dates, texts, dtype, reason, error)`;

/** The code of the reason why a text is no date of a format. @param format a placeholder of an f-string */
function reasonOf(format: string): string {
  return `f${pythonText(unreadable(dateOfFormat(format)).replace('{}', '{{}}'))}`;
}

/** The values of the directives that a format lacks. */
function ones(defaults: string): string {
  return defaults.replaceAll(/%./g, '1');
}

/** Polars is more lenient about blanks and digits, so the pattern validates the text. */
function parseInPolars(build: PolarsBuilder, text: pl.Expr, rules: DateFormat): pl.Expr {
  const { pattern, rewriting } = rules;
  const fits = build.call(POLARS_FUNCTIONS.matches, text, build.text(pattern));
  const checked = build.when(fits, text, build.literal('string', null));
  const given =
    rewriting === null
      ? checked
      : replaceFirst(build, checked, [rewriting.pattern, rewriting.template]);
  const { chrono, defaults, hasOffset } = rewriting?.replaced ?? rules;
  if (defaults === '') return parseByFormat(build, given, chrono, hasOffset);
  const complete = build.call(POLARS_FUNCTIONS.concatenate, given, build.text(ones(defaults)));
  return parseByFormat(build, complete, chrono + defaults, hasOffset);
}
