import { coerce } from '../coerce.ts';
import { CALENDAR_UNITS, maxCountOf, type CalendarUnit } from '../values/calendar.ts';
import { dateAdd, dateAddEach, dateTruncate } from '../operations/calendar.ts';
import {
  FORMAT_TOKENS,
  formatDate,
  formatParts,
  isFormatToken,
} from '../operations/format-date.ts';
import { describeType, failAt, type Argument, type Scope } from '../scope.ts';
import { call, isConstant, literal, usesClock, type TypedExpression } from '../typed-expression.ts';
import { requireDatetime } from './dates.ts';
import {
  argumentAt,
  requireConstantInteger,
  requireConstantText,
  documented,
  type FunctionEntry,
} from './function-entry.ts';

const UNIT_NAMES = CALENDAR_UNITS.join(', ');
const TOKEN_NAMES = [...Object.keys(FORMAT_TOKENS), '%%'].join(' ');

/** Reads a unit such as `day` or `days`. */
function requireUnit(argument: Argument, scope: Scope): CalendarUnit {
  const { value } = requireConstantText(argument, scope);
  const unit = CALENDAR_UNITS.find((name) => value === name || value === `${name}s`);
  return unit ?? failAt(scope, argument.at, `There is no unit ${value}. Units: ${UNIT_NAMES}.`);
}

/** Returns a count that differs per row. @throws ExpressionError unless it is an integer */
function requireCount(argument: Argument, scope: Scope): TypedExpression {
  const { node } = argument;
  if (node.type === 'integer') return node;
  // A column of nulls has no other type, and the result is null.
  const nulls = node.type === 'null' ? coerce(node, 'integer') : null;
  if (nulls !== null) return nulls;
  return failAt(
    scope,
    argument.at,
    `date_add needs an integer as count, and this is ${describeType(node)}. Cast it as integer.`,
  );
}

/**
 * Splits a format into parts, at least one of which is a token. Polars reads some texts without a token,
 * such as `iso`, as names of formats, and `YYYY-MM-DD` would be the same text in every row.
 * @throws ExpressionError for an unknown token, or none
 */
function requireFormatParts(format: Argument, scope: Scope): readonly string[] {
  const { value } = requireConstantText(format, scope);
  const parts = formatParts(value);
  if (parts === null) {
    failAt(scope, format.at, `The format ${value} has what is not known. Known: ${TOKEN_NAMES}.`);
  }
  if (!parts.some(isFormatToken)) {
    const reason = `The format "${value}" names no part of the datetime. Known: ${TOKEN_NAMES}.`;
    failAt(scope, format.at, reason);
  }
  return parts;
}

export const calendarFunctions: Readonly<Record<string, FunctionEntry>> = {
  date_trunc: {
    parameters: [2, 2],
    usage: "date_trunc(datetime, 'month')",
    doc: documented(
      `The start of the unit that contains a datetime. The unit is the same for all rows. Units: ${UNIT_NAMES}; a week starts on Monday.`,
      ["date_trunc(sold_at, 'month')", '2024-02-01T00:00:00'],
      ["date_trunc(sold_at, 'week')", '2024-02-26T00:00:00'],
    ),
    check: (args, scope) => {
      const unit = requireUnit(argumentAt(args, 1), scope);
      return call(dateTruncate(unit), requireDatetime(argumentAt(args, 0), scope, 'date_trunc'));
    },
  },
  date_add: {
    parameters: [3, 3],
    usage: "date_add(datetime, count, 'days')",
    doc: documented(
      `Adds a count of units to a datetime; a negative count subtracts. Null if either is null. The count can differ per row, the unit is the same for all rows. Units: ${UNIT_NAMES}, also in the plural. A day that the target month lacks becomes its last day. A result outside the years 1 to 9999 is null.`,
      ["date_add(sold_at, 1, 'year')", '2025-02-28T14:30:00'],
      ["date_add(today(), -1, 'day')", '2024-02-29T00:00:00'],
      ["date_add('2024-01-31', 1, 'months')", '2024-02-29T00:00:00'],
      ["date_add(sold_at, -quantity, 'weeks')", '2024-01-11T14:30:00'],
    ),
    check: (args, scope) => {
      const unit = requireUnit(argumentAt(args, 2), scope);
      const count = argumentAt(args, 1);
      const date = requireDatetime(argumentAt(args, 0), scope, 'date_add');
      if (!isConstant(count.node) || usesClock(count.node)) {
        return call(dateAddEach(unit), date, requireCount(count, scope));
      }
      const max = maxCountOf(unit);
      const value = requireConstantInteger(count, scope, [-max, max]);
      // A literal keeps its parameter in exported scripts.
      const written =
        count.node.kind === 'literal' ? count.node : literal('integer', BigInt(value));
      return call(dateAdd(unit, value), date, written);
    },
  },
  format_date: {
    parameters: [2, 2],
    usage: "format_date(datetime, '%Y-%m-%d')",
    doc: documented(
      `Formats a datetime as text. The format is the same for all rows and has at least one token. Tokens: ${TOKEN_NAMES} for year, month, day, hour, minute, second, day of the year and the character %.`,
      ["format_date(sold_at, '%Y-%m-%d')", '2024-02-29'],
      ["format_date(now(), '%Y/%j %H:%M')", '2024/061 06:15'],
    ),
    check: (args, scope) => {
      const parts = requireFormatParts(argumentAt(args, 1), scope);
      return call(formatDate(parts), requireDatetime(argumentAt(args, 0), scope, 'format_date'));
    },
  },
};
