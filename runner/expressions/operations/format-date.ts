import { dayOfYear } from '../kernels/calendar.ts';
import { civilFromDays, splitDay } from '../kernels/dates.ts';
import { argument } from '../kernels/operand.ts';
import { writeTexts } from '../kernels/texts.ts';
import type { Operation } from '../operation.ts';
import { member } from '../python-code.ts';
import { one } from './arity.ts';

interface FormatToken {
  readonly digits: number;
  readonly read: (time: number | bigint) => number;
  /** Of a Python datetime `value`. */
  readonly python: string;
}

const civil = (time: number | bigint) => civilFromDays(splitDay(time).days);
const seconds = (time: number | bigint): number => Math.floor(splitDay(time).rest / 1e6);

/** What a format can name: numbers, which are the same in every language. */
export const FORMAT_TOKENS: Readonly<Record<string, FormatToken>> = {
  '%Y': { digits: 4, read: (time) => civil(time).year, python: 'value.year' },
  '%m': { digits: 2, read: (time) => civil(time).month, python: 'value.month' },
  '%d': { digits: 2, read: (time) => civil(time).day, python: 'value.day' },
  '%H': { digits: 2, read: (time) => Math.floor(seconds(time) / 3600), python: 'value.hour' },
  '%M': { digits: 2, read: (time) => Math.floor(seconds(time) / 60) % 60, python: 'value.minute' },
  '%S': { digits: 2, read: (time) => seconds(time) % 60, python: 'value.second' },
  '%j': { digits: 3, read: dayOfYear, python: 'value.timetuple().tm_yday' },
};

/** Tokens, `%%` and the texts between them; null when it has another token. */
export function formatParts(format: string): readonly string[] | null {
  const parts = format.match(/%[^]?|[^%]+/gu) ?? [];
  const known = (part: string): boolean =>
    !part.startsWith('%') || part === '%%' || isFormatToken(part);
  return parts.every(known) ? parts : null;
}

/** Whether a part of a format stands for a part of the datetime. */
export function isFormatToken(part: string): boolean {
  return Object.hasOwn(FORMAT_TOKENS, part);
}

/** A datetime as text. @param parts of `formatParts`, at least one of them a token */
export function formatDate(parts: readonly string[]): Operation {
  const format = parts.join('');
  return {
    name: `format_date ${format}`,
    type: 'string',
    polars: (build, ...args) => build.call({ TemporalExpr: { ToString: format } }, one(args)),
    column: (args) => {
      const { column } = argument(args, 0);
      if (column.type === 'string') throw new TypeError('A datetime is expected.');
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
