import type pl from 'nodejs-polars';
import type { ColumnType } from '../../../domain/column.ts';
import { exactJson } from '../../../domain/exact-json.ts';
import type { PolarsLibrary } from '../frame.ts';

/*
 * The serialised forms of polars expressions. Polars documents neither: both are what this version of
 * the library reads and writes. The JSON form stops at 128 levels, the binary form has no limit, so that
 * JSON describes single expressions and the binary form nests them.
 */

/** An expression in its JSON form. */
export type ExpressionJson = Readonly<Record<string, unknown>>;

/** A function in the JSON form of an expression. */
export type PolarsFunction = string | Readonly<Record<string, unknown>>;

/** Reads the JSON form. @throws Error when this version of polars does not know it */
export function readExpression(library: PolarsLibrary, json: ExpressionJson): pl.Expr {
  return library.Expr.deserialize(Buffer.from(exactJson.stringify(json)), 'json');
}

/** A column by its exact name; `pl.col` would expand `*` and `^…$`. */
export function columnJson(name: string): ExpressionJson {
  return { Column: name };
}

/** A constant. The type `null` stands for a null without a type. */
export function scalarJson(
  type: ColumnType,
  value: boolean | bigint | number | string | null,
): ExpressionJson {
  return { Literal: { Scalar: value === null ? { Null: 'Null' } : { [variant(type)]: value } } };
}

/** A float that the JSON form keeps, and whose bytes occur once in its binary form. */
const SAMPLE_FLOAT = 1.2345678;
let floatTemplate: Buffer | undefined;

/** A float constant. The JSON form would round one of more than 15 digits to a neighbour. */
export function floatLiteral(library: PolarsLibrary, value: number): pl.Expr {
  floatTemplate ??= toBytes(readExpression(library, scalarJson('float', SAMPLE_FLOAT)));
  const at = floatTemplate.indexOf(bytesOf(SAMPLE_FLOAT));
  if (at === -1) throw new Error('The binary form of an expression lacks its float.');
  const bytes = Buffer.from(floatTemplate);
  bytesOf(value).copy(bytes, at);
  return library.Expr.deserialize(bytes, 'bincode');
}

function bytesOf(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** An instant in microseconds since 1970. */
export function datetimeJson(microseconds: bigint): ExpressionJson {
  return { Literal: { Scalar: { Datetime: [microseconds, 'Microseconds', null] } } };
}

/** An integer of 128 bits, a type that the library does not name. */
export function wideIntegerJson(value: bigint): ExpressionJson {
  const dtype = { Literal: 'Int128' };
  return { Cast: { expr: scalarJson('integer', value), dtype, options: 'Strict' } };
}

function variant(type: ColumnType): string {
  switch (type) {
    case 'integer':
      return 'Int64';
    case 'float':
      return 'Float64';
    case 'boolean':
      return 'Boolean';
    case 'string':
    case 'datetime':
    case 'null':
      return 'String';
  }
}

/** Applies a function for which the library has no method, or only one that takes other arguments. */
export function applyFunction(
  library: PolarsLibrary,
  name: PolarsFunction,
  args: readonly pl.Expr[],
): pl.Expr {
  const input = args.map((_arg, index) => placeholder(index));
  return fillPlaceholders(library, { Function: { input, function: name } }, args);
}

/** Applies an operator for which the library has no method. */
export function applyOperator(
  library: PolarsLibrary,
  op: 'FloorDivide' | 'Xor',
  left: pl.Expr,
  right: pl.Expr,
): pl.Expr {
  const json = { BinaryExpr: { left: placeholder(0), op, right: placeholder(1) } };
  return fillPlaceholders(library, json, [left, right]);
}

/** Sorts the rows of a partition: nulls last, ties in the order of the input. */
export interface RowOrder {
  readonly key: pl.Expr;
  readonly descending: boolean;
}

/**
 * Evaluates an expression over the rows of each partition. The library has no order for it.
 * @param partition at least one key
 * @param order null: the order of the input
 */
export function applyOver(
  library: PolarsLibrary,
  expression: pl.Expr,
  partition: readonly pl.Expr[],
  order: RowOrder | null,
): pl.Expr {
  const args = [expression, ...partition, ...(order === null ? [] : [order.key])];
  const orderBy = order && [
    placeholder(args.length - 1),
    {
      descending: order.descending,
      nulls_last: true,
      multithreaded: true,
      maintain_order: true,
      limit: null,
    },
  ];
  const json = {
    Over: {
      function: placeholder(0),
      partition_by: partition.map((_key, index) => placeholder(index + 1)),
      order_by: orderBy,
      mapping: 'GroupsToRows',
    },
  };
  return fillPlaceholders(library, json, args);
}

function placeholder(index: number): ExpressionJson {
  return columnJson(`\u27e6argument ${index}\u27e7`);
}

const holes: Buffer[] = [];

/** The binary form of a placeholder. */
function holeBytes(library: PolarsLibrary, index: number): Buffer {
  return (holes[index] ??= toBytes(readExpression(library, placeholder(index))));
}

/** Replaces the placeholders, which the JSON contains in their order. */
function fillPlaceholders(
  library: PolarsLibrary,
  json: ExpressionJson,
  args: readonly pl.Expr[],
): pl.Expr {
  const template = toBytes(readExpression(library, json));
  const parts: Buffer[] = [];
  let from = 0;
  for (const [index, arg] of args.entries()) {
    const hole = holeBytes(library, index);
    const at = template.indexOf(hole, from);
    if (at === -1) throw new Error('The binary form of an expression lacks an argument.');
    parts.push(template.subarray(from, at), toBytes(arg));
    from = at + hole.length;
  }
  return library.Expr.deserialize(Buffer.concat([...parts, template.subarray(from)]), 'bincode');
}

function toBytes(expression: pl.Expr): Buffer {
  return expression.serialize('bincode');
}
