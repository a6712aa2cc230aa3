import type { ColumnType } from '../domain/column.ts';
import type { Operation } from './operation.ts';

/** A value known before any row is read. Integers and datetimes (microseconds) are bigint. */
export type LiteralValue = null | boolean | bigint | number | string;

export interface Literal {
  readonly kind: 'literal';
  /** Null only for the null that no context has given a type. */
  readonly type: ColumnType | null;
  readonly value: LiteralValue;
  /** The flow parameter that the value came from. */
  readonly parameter?: string;
  /** The value is that of the run's time: an exported script takes it from its own. */
  readonly clock?: 'now' | 'today';
  /** Python that yields the value, where a config names a parameter. Dates: of ISO text. */
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
  /** The part of the user's expression that says it; absent where a node or a conversion does. */
  readonly source?: string;
}

/** An expression whose names and types are checked: what the emitters read. */
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

/** The names of the columns that an expression reads, in order of first use. */
export function columnsUsed(root: TypedExpression): readonly string[] {
  const names = new Set<string>();
  visit(root, (node) => {
    if (node.kind === 'column') names.add(node.name);
  });
  return [...names];
}

/** True when no row can change the value. */
export function isConstant(node: TypedExpression): boolean {
  return columnsUsed(node).length === 0;
}

/** True when the value depends on the time of the run. */
export function usesClock(root: TypedExpression): boolean {
  let found = false;
  visit(root, (node) => {
    if (node.kind === 'literal' && node.clock !== undefined) found = true;
  });
  return found;
}

function visit(node: TypedExpression, see: (node: TypedExpression) => void): void {
  see(node);
  if (node.kind === 'call') for (const arg of node.args) visit(arg, see);
}
