import type { ColumnReference } from './column-reference.ts';
import type { LiteralValue, Literal } from './literal.ts';
import type { ColumnType } from '../domain/column.ts';
import type { Operation } from './operation.ts';
import { windowCanOverflow, windowColumns, type WindowCall } from './window-call.ts';

export interface Call {
  readonly kind: 'call';
  readonly operation: Operation;
  readonly args: readonly TypedExpression[];
  readonly type: ColumnType;
  /** Text of this call in the user's expression; absent when a node or a conversion added the call. */
  readonly source?: string;
}

/** An expression with resolved names and types. */
export type TypedExpression = Literal | ColumnReference | Call | WindowCall;

export function literal(type: ColumnType, value: LiteralValue): Literal {
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

/** Returns the literals of an expression that can be the value of a parameter. */
export function suppliedLiterals(root: TypedExpression): readonly Literal[] {
  const found: Literal[] = [];
  visit(root, (node) => {
    if (node.kind !== 'literal') return;
    if (node.parameter !== undefined || node.written !== undefined) found.push(node);
  });
  return found;
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

/** Whether some values make the expression fail, as in a strict cast or checked integer arithmetic. */
export function canFail(root: TypedExpression): boolean {
  return failsBy(root, (fails) => fails !== undefined);
}

/** Whether the expression has a cast that fails for some values. */
export function hasStrictCast(root: TypedExpression): boolean {
  return failsBy(root, (fails) => fails === 'cast');
}

/** Whether the expression has integer arithmetic that fails beyond 64 bits. */
export function canOverflow(root: TypedExpression): boolean {
  return failsBy(root, (fails) => fails === 'overflow');
}

function failsBy(root: TypedExpression, test: (fails: Operation['fails']) => boolean): boolean {
  let found = false;
  visit(root, (node) => {
    if (node.kind === 'call' && test(node.operation.fails)) found = true;
    if (node.kind === 'window' && windowCanOverflow(node) && test('overflow')) found = true;
  });
  return found;
}

function visit(node: TypedExpression, visitor: (node: TypedExpression) => void): void {
  visitor(node);
  if (node.kind === 'call') for (const arg of node.args) visit(arg, visitor);
  if (node.kind === 'window') for (const column of windowColumns(node)) visitor(column);
}
