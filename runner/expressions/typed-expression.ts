import type { ColumnType } from '../domain/column.ts';
import type { Operation } from './operation.ts';

/** A constant value. Integers and datetimes (microseconds since 1970) are bigint. */
export type LiteralValue = null | boolean | bigint | number | string;

export interface Literal {
  readonly kind: 'literal';
  /** Null only for a null to which no context has given a type. */
  readonly type: ColumnType | null;
  readonly value: LiteralValue;
  /** The flow parameter that supplied the value. */
  readonly parameter?: string;
  /** The value is the run's time or day; an exported script uses its own clock. */
  readonly clock?: 'now' | 'today';
  /** Python code of the value when a config names a parameter; ISO 8601 text for a datetime. */
  readonly code?: string;
}

export interface ColumnReference {
  readonly kind: 'column';
  readonly name: string;
  readonly type: ColumnType;
}

export interface Call {
  readonly kind: 'call';
  readonly operation: Operation;
  readonly args: readonly TypedExpression[];
  readonly type: ColumnType;
  /** Text of this call in the user's expression; absent when a node or a conversion added the call. */
  readonly source?: string;
}

/** An expression with resolved names and types. */
export type TypedExpression = Literal | ColumnReference | Call;

export function literal(type: ColumnType | null, value: LiteralValue): Literal {
  return { kind: 'literal', type, value };
}

export function columnReference(column: {
  readonly name: string;
  readonly type: ColumnType;
}): ColumnReference {
  return { kind: 'column', name: column.name, type: column.type };
}

export function call(operation: Operation, ...args: readonly TypedExpression[]): Call {
  return { kind: 'call', operation, args, type: operation.type };
}

/** Returns the names of the columns that an expression reads, in order of first use. */
export function columnsUsed(root: TypedExpression): readonly string[] {
  const names = new Set<string>();
  visit(root, (node) => {
    if (node.kind === 'column') names.add(node.name);
  });
  return [...names];
}

/** Reports whether the expression reads no column. */
export function isConstant(node: TypedExpression): boolean {
  return columnsUsed(node).length === 0;
}

/** Reports whether the value depends on the time of the run. */
export function usesClock(root: TypedExpression): boolean {
  let found = false;
  visit(root, (node) => {
    if (node.kind === 'literal' && node.clock !== undefined) found = true;
  });
  return found;
}

function visit(node: TypedExpression, visitor: (node: TypedExpression) => void): void {
  visitor(node);
  if (node.kind === 'call') for (const arg of node.args) visit(arg, visitor);
}
