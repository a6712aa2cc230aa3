import type { TypedExpression } from './typed-expression.ts';

/**
 * Replaces columns by expressions of the same types. A call whose arguments change loses the text of the user,
 * which names the columns before. @returns null for a window call, which reads columns only
 */
export function substituteColumns(
  node: TypedExpression,
  expressionOf: (name: string) => TypedExpression | null,
): TypedExpression | null {
  switch (node.kind) {
    case 'literal':
      return node;
    case 'column':
      return expressionOf(node.name);
    case 'window':
      return null;
    case 'call': {
      const args = node.args.map((arg) => substituteColumns(arg, expressionOf));
      const found = args.filter((arg) => arg !== null);
      if (found.length < args.length) return null;
      if (found.every((arg, at) => arg === node.args[at])) return node;
      const { kind, operation, type } = node;
      return { kind, operation, type, args: found };
    }
  }
}

/** The number of times that an expression reads each column. */
export function columnReads(root: TypedExpression): ReadonlyMap<string, number> {
  const reads = new Map<string, number>();
  const count = (node: TypedExpression): void => {
    if (node.kind === 'column') reads.set(node.name, (reads.get(node.name) ?? 0) + 1);
    if (node.kind === 'call') node.args.forEach(count);
  };
  count(root);
  return reads;
}

/** The number of calls, columns and literals of an expression. */
export function expressionSize(node: TypedExpression): number {
  if (node.kind !== 'call') return 1;
  return node.args.reduce((size, arg) => size + expressionSize(arg), 1);
}
