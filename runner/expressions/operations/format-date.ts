import { formatDatetime } from '../../engines/polars/pinned/functions.ts';
import { dayOfYear } from '../values/calendar.ts';
import { civilFromDays, splitDay } from '../values/dates.ts';
import { argument } from '../../engines/pandas/kernels/cells/operand.ts';
import { writeTexts } from '../../engines/pandas/kernels/cells/texts.ts';
import type { Operation } from '../operation.ts';
import { member } from '../python-code.ts';
import { one } from './arity.ts';

interface FormatToken {
  readonly digits: number;
  readonly read: (time: number | bigint) => number;
  /** Python expression over a datetime `value`. */
  readonly python: string;
}

const civil = (time: number | bigint) => civilFromDays(splitDay(time).days);
const seconds = (time: number | bigint): number => Math.floor(splitDay(time).rest / 1e6);

/** Tokens of a format. All are numbers, which do not depend on a locale. */
export const FORMAT_TOKENS: Readonly<Record<string, FormatToken>> = {
  '%Y': { digits: 4, read: (time) => civil(time).year, python: 'value.year' },
  '%m': { digits: 2, read: (time) => civil(time).month, python: 'value.month' },
  '%d': { digits: 2, read: (time) => civil(time).day, python: 'value.day' },
  '%H': { digits: 2, read: (time) => Math.floor(seconds(time) / 3600), python: 'value.hour' },
  '%M': { digits: 2, read: (time) => Math.floor(seconds(time) / 60) % 60, python: 'value.minute' },
  '%S': { digits: 2, read: (time) => seconds(time) % 60, python: 'value.second' },
  '%j': { digits: 3, read: dayOfYear, python: 'value.timetuple().tm_yday' },
};

/** Splits a format into tokens, `%%` and literal texts; null for an unknown token. */
export function formatParts(format: string): readonly string[] | null {
  const parts = format.match(/%[^]?|[^%]+/gu) ?? [];
  const known = (part: string): boolean =>
    !part.startsWith('%') || part === '%%' || isFormatToken(part);
  return parts.every(known) ? parts : null;
}

/** Reports whether a part of a format is a token. */
export function isFormatToken(part: string): boolean {
  return Object.hasOwn(FORMAT_TOKENS, part);
}

/** Formats a datetime as text. @param parts from `formatParts`, with at least one token */
export function formatDate(parts: readonly string[]): Operation {
  const format = parts.join('');
  return {
    name: `format_date ${format}`,
    type: 'string',
    polars: (build, ...args) => build.call(formatDatetime(format), one(args)),
    column: (args) => {
      const { column } = argument(args, 0);
      if (column.type === 'string') throw new TypeError('Expected datetimes, got string.');
      return writeTexts(column, (time) => parts.map((part) => formatPart(part, time)).join(''));
    },
    pandas: (args, emit) => {
      const pieces = parts.map((part) => {
        const token = FORMAT_TOKENS[part];
        if (token === undefined) return emit.literal(part === '%%' ? '%' : part);
        return `f"{${token.python}:0${token.digits}d}"`;
      });
      const text = `"".join((${pieces.join(', ')},))`;
      return member(one(args), `map(lambda value: ${text}, na_action="ignore").astype("string")`);
    },
    pythonPolars: (args, emit) => member(one(args), `dt.strftime(${emit.literal(format)})`),
  };
}

function formatPart(part: string, time: number | bigint): string {
  const token = FORMAT_TOKENS[part];
  if (token === undefined) return part === '%%' ? '%' : part;
  return token.read(time).toString().padStart(token.digits, '0');
}
