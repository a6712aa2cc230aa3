import type pl from 'nodejs-polars';
import { POLARS_FUNCTIONS, POLARS_LISTS } from '../engines/polars/pinned/functions.ts';
import type { ColumnType } from '../domain/column.ts';
import { polarsType } from '../engines/polars/column-types.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { divisorInRows } from '../engines/polars/pinned/divisor-in-rows.ts';
import {
  applyFunction,
  applyOperator,
  columnJson,
  datetimeJson,
  floatLiteral,
  readExpression,
  scalarJson,
  wideIntegerJson,
  type PolarsFunction,
} from '../engines/polars/pinned/expression-form.ts';
import type { Literal, LiteralValue } from './literal.ts';

/** Computes an expression as a column of its own before the projection. @returns the column */
export type ShareColumn = (code: pl.Expr) => pl.Expr;

/**
 * Builds polars expressions. The methods of nodejs-polars lack exact integer literals, 128-bit
 * arithmetic and a third of the functions. The polars engine has them all and accepts them in a
 * serialised form.
 */
export class PolarsBuilder {
  readonly #pl: PolarsLibrary;
  readonly #columnOfFrame: string | undefined;

  readonly #share: ShareColumn | undefined;

  /**
   * @param columnOfFrame any column of the frame; undefined when the expression reads no column
   * @param share undefined where the frame can have no further column
   */
  constructor(library: PolarsLibrary, columnOfFrame?: string, share?: ShareColumn) {
    this.#pl = library;
    this.#columnOfFrame = columnOfFrame;
    this.#share = share;
  }

  /**
   * Code that occurs several times. Polars finds repeated parts by itself, but not those with a literal null.
   */
  shared(code: pl.Expr): pl.Expr {
    return this.#share === undefined ? code : this.#share(code);
  }

  column(name: string): pl.Expr {
    return readExpression(this.#pl, columnJson(name));
  }

  literal(type: ColumnType, value: LiteralValue): pl.Expr {
    if (value === null) {
      const none = readExpression(this.#pl, scalarJson('null', null));
      return type === 'null' ? none : this.cast(none, type);
    }
    if (type === 'float') return floatLiteral(this.#pl, Number(value));
    const isDatetime = type === 'datetime' && typeof value === 'bigint';
    return readExpression(this.#pl, isDatetime ? datetimeJson(value) : scalarJson(type, value));
  }

  integer(value: bigint | number): pl.Expr {
    return this.literal('integer', BigInt(value));
  }

  text(value: string): pl.Expr {
    return this.literal('string', value);
  }

  /** @param strict true: a value that does not fit fails the query; false: it becomes null */
  cast(expression: pl.Expr, type: ColumnType, strict = false): pl.Expr {
    return expression.cast(polarsType(this.#pl, type), strict);
  }

  /** Widens an integer to 128 bits, enough for the sum or product of any two 64-bit integers. */
  wide(expression: pl.Expr): pl.Expr {
    return expression.add(this.wideInteger(0n));
  }

  wideInteger(value: bigint): pl.Expr {
    return readExpression(this.#pl, wideIntegerJson(value));
  }

  /** Narrows an integer to 64 bits; an overflow fails the query. */
  narrow(expression: pl.Expr): pl.Expr {
    return expression.cast(this.#pl.Int64, true);
  }

  /** The constant divisor of a division. */
  divisor(constant: pl.Expr): pl.Expr {
    const name = this.#columnOfFrame;
    return name === undefined ? constant : divisorInRows(this.#pl, constant, this.column(name));
  }

  when(condition: pl.Expr, then: pl.Expr, otherwise: pl.Expr): pl.Expr {
    return this.#pl.when(condition).then(then).otherwise(otherwise);
  }

  call(name: PolarsFunction, ...args: readonly pl.Expr[]): pl.Expr {
    return applyFunction(this.#pl, name, args);
  }

  /**
   * Computes texts from the lines of each text. A null text has no lines and costs nothing, so this is for
   * costly computations that few rows need.
   */
  eachLine(text: pl.Expr, compute: (line: pl.Expr) => pl.Expr): pl.Expr {
    const lines = this.call(POLARS_LISTS.split, text, this.text('\n'));
    return lines.list.eval(compute(this.#pl.element())).list.join('\n');
  }

  /** Divides integers and rounds down. */
  floorDivide(left: pl.Expr, right: pl.Expr): pl.Expr {
    return applyOperator(this.#pl, 'FloorDivide', left, right);
  }

  /** Several constants of one type, as a column of its own. */
  values(type: ColumnType, members: readonly LiteralValue[]): pl.Expr {
    const texts = members.map((member) => (member === null ? null : member.toString()));
    if (type === 'boolean') {
      return this.#pl.lit(this.#pl.Series('members', [...members], this.#pl.Bool));
    }
    const asText = this.#pl.Series('members', texts, this.#pl.String);
    const viaInteger = type === 'datetime' ? asText.cast(this.#pl.Int64) : asText;
    const typed = type === 'string' ? asText : viaInteger.cast(polarsType(this.#pl, type));
    return this.#pl.lit(typed);
  }

  /**
   * Replaces values; all others, and null, by the fallback.
   * @param found distinct values of the type of the expression
   */
  replaceValues(
    value: pl.Expr,
    fallback: pl.Expr,
    found: readonly Literal[],
    replacements: readonly Literal[],
  ): pl.Expr {
    const constants = (of: readonly Literal[]): pl.Expr =>
      this.values(
        of[0]?.type ?? 'string',
        of.map((one) => one.value),
      );
    const args = [value, constants(found), constants(replacements), fallback];
    return this.call(POLARS_FUNCTIONS.replaceStrict, ...args);
  }

  /** Tests whether the value is one of the members; null where the value is null. */
  isAmong(value: pl.Expr, type: ColumnType, members: readonly LiteralValue[]): pl.Expr {
    if (type === 'boolean') return this.#isAmongBooleans(value, members);
    return this.call(POLARS_FUNCTIONS.isIn, value, this.values(type, members));
  }

  #isAmongBooleans(value: pl.Expr, members: readonly LiteralValue[]): pl.Expr {
    const tests = members.map((member) => value.eq(this.literal('boolean', member)));
    const none = value.and(value.not());
    return tests.reduce((left, right) => left.or(right), none);
  }

  /**
   * Fails the query if a row has a value; otherwise returns null for every row. The error of polars is
   * not shown: locate-failure.ts evaluates the failing row again for the message.
   * @param value text; null in valid rows
   */
  failWhere(value: pl.Expr, type: ColumnType): pl.Expr {
    const invalid = this.call(POLARS_FUNCTIONS.concatenate, this.text('invalid: '), value);
    const guard = invalid.cast(this.#pl.Int64, true);
    return type === 'integer' ? guard : this.cast(guard, type);
  }
}
