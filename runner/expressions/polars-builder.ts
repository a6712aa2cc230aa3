import type pl from 'nodejs-polars';
import type { ColumnType } from '../domain/column.ts';
import { UserError } from '../domain/errors.ts';
import { exactJson } from '../domain/exact-json.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import type { LiteralValue } from './typed-expression.ts';

/** A function of the polars expression tree, as its JSON form names it. */
export type PolarsFunction = string | Readonly<Record<string, unknown>>;

/** Marks a sentence of ours inside an error of polars. */
export const MESSAGE_START = '\u27e6';
export const MESSAGE_END = '\u27e7';

/**
 * Makes polars expressions. The library's own methods lack exact integer literals, 128-bit
 * arithmetic and a third of the functions; all of these exist in its engine, and are reached by
 * the JSON form that `Expr.deserialize` reads.
 */
export class PolarsBuilder {
  readonly #pl: PolarsLibrary;
  readonly #columnOfFrame: string | undefined;

  /** @param columnOfFrame any column of the frame; undefined when the expression reads none */
  constructor(library: PolarsLibrary, columnOfFrame?: string) {
    this.#pl = library;
    this.#columnOfFrame = columnOfFrame;
  }

  column(name: string): pl.Expr {
    return this.#read({ Column: name });
  }

  literal(type: ColumnType | null, value: LiteralValue): pl.Expr {
    if (value === null) {
      const none = this.#read({ Literal: { Scalar: { Null: 'Null' } } });
      return type === null ? none : this.cast(none, type);
    }
    if (type === 'float' && !Number.isFinite(value)) {
      return this.cast(this.literal('string', String(value)), 'float');
    }
    return this.#read({ Literal: { Scalar: scalarJson(type, value) } });
  }

  integer(value: bigint | number): pl.Expr {
    return this.literal('integer', BigInt(value));
  }

  text(value: string): pl.Expr {
    return this.literal('string', value);
  }

  /** @param strict a value that does not fit ends the query; else it is null */
  cast(expression: pl.Expr, type: ColumnType, strict = false): pl.Expr {
    return expression.cast(this.#dtype(type), strict);
  }

  /** The integer with room for the sum or product of any two. Leaves the type as `narrow` expects. */
  wide(expression: pl.Expr): pl.Expr {
    return expression.add(this.wideInteger(0n));
  }

  wideInteger(value: bigint): pl.Expr {
    const { Cast } = castJson({ Literal: { Scalar: { Int64: value } } }, 'Int128');
    return this.#read({ Cast });
  }

  /** Back to 64 bits; an integer beyond them ends the query. */
  narrow(expression: pl.Expr): pl.Expr {
    return expression.cast(this.#pl.Int64, true);
  }

  /**
   * A constant divisor of floats, as a value in each row. Polars multiplies by the reciprocal of a
   * divisor that is a single value, which is off by a bit: 6 / 10 would be 0.6000000000000001, 49 // 49 zero.
   */
  divisor(constant: pl.Expr): pl.Expr {
    const name = this.#columnOfFrame;
    if (name === undefined) return constant;
    return this.when(this.column(name).isNull(), constant, constant);
  }

  when(condition: pl.Expr, then: pl.Expr, otherwise: pl.Expr): pl.Expr {
    return this.#pl.when(condition).then(then).otherwise(otherwise);
  }

  /** @throws UserError when the arguments are nested deeper than the JSON reader goes */
  call(name: PolarsFunction, ...args: readonly pl.Expr[]): pl.Expr {
    const input = args.map(asJson);
    return this.#read({ Function: { input, function: name } });
  }

  /** An operator that the library has no method for. */
  binary(operator: 'FloorDivide', left: pl.Expr, right: pl.Expr): pl.Expr {
    return this.#read({
      BinaryExpr: { left: asJson(left), op: operator, right: asJson(right) },
    });
  }

  /** True where the value is among the members; null where it is null. */
  isAmong(value: pl.Expr, type: ColumnType, members: readonly LiteralValue[]): pl.Expr {
    if (type === 'boolean') return this.#isAmongBooleans(value, members);
    const texts = members.map((member) => (member === null ? null : member.toString()));
    const asText = this.#pl.Series('members', texts, this.#pl.Utf8);
    const viaInteger = type === 'datetime' ? asText.cast(this.#pl.Int64) : asText;
    const typed = type === 'string' ? asText : viaInteger.cast(this.#dtype(type));
    return this.call({ Boolean: { IsIn: { nulls_equal: false } } }, value, this.#pl.lit(typed));
  }

  #isAmongBooleans(value: pl.Expr, members: readonly LiteralValue[]): pl.Expr {
    const tests = members.map((member) => value.eq(this.literal('boolean', member)));
    const none = value.and(value.not());
    return tests.reduce((left, right) => left.or(right), none);
  }

  /**
   * Null for every row, unless `value` is present in one: then the query ends with a sentence that
   * quotes it.
   * @param value text, null in the rows that are fine
   */
  refuse(value: pl.Expr, before: string, after: string, type: ColumnType): pl.Expr {
    const sentence = this.call(
      { StringExpr: { ConcatHorizontal: { delimiter: '', ignore_nulls: false } } },
      this.text(MESSAGE_START + before),
      value,
      this.text(after + MESSAGE_END),
    );
    const guard = sentence.cast(this.#pl.Int64, true);
    return type === 'integer' ? guard : this.cast(guard, type);
  }

  #dtype(type: ColumnType): Parameters<pl.Expr['cast']>[0] {
    const { Int64, Float64, Bool, Datetime, Utf8 } = this.#pl;
    switch (type) {
      case 'integer':
        return Int64;
      case 'float':
        return Float64;
      case 'boolean':
        return Bool;
      case 'datetime':
        return Datetime('us');
      case 'string':
        return Utf8;
    }
  }

  #read(json: unknown): pl.Expr {
    try {
      return this.#pl.Expr.deserialize(Buffer.from(exactJson.stringify(json)), 'json');
    } catch (error) {
      if (error instanceof Error && error.message.includes('recursion limit')) {
        throw new UserError(
          'The expression is nested too deeply. Compute a part of it in a calculated column of its own.',
        );
      }
      throw error;
    }
  }
}

function asJson(expression: pl.Expr): unknown {
  return exactJson.parse(expression.serialize('json').toString());
}

function scalarJson(type: ColumnType | null, value: LiteralValue): unknown {
  switch (type) {
    case 'integer':
      return { Int64: value };
    case 'float':
      return { Float64: value };
    case 'boolean':
      return { Boolean: value };
    case 'datetime':
      return { Datetime: [value, 'Microseconds', null] };
    case 'string':
    case null:
      return { String: value };
  }
}

function castJson(expr: unknown, dtype: string): { readonly Cast: unknown } {
  return { Cast: { expr, dtype: { Literal: dtype }, options: 'Strict' } };
}
