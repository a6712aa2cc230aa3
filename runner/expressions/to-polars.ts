import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import type { CompiledExpression } from './compiled-expression.ts';
import { PolarsBuilder } from './polars-builder.ts';
import type { Typed } from './typed.ts';

/**
 * The expression for polars. It has one value a row, also when it reads no column. Where a value
 * cannot be computed the query ends with an error that `userErrorFromPolars` understands.
 */
export function toPolars(expression: CompiledExpression, library: PolarsLibrary): pl.Expr {
  const build = new PolarsBuilder(library);
  const { root } = expression;
  if (root.type === null) return build.literal('string', null);
  return emit(root, build);
}

function emit(node: Typed, build: PolarsBuilder): pl.Expr {
  switch (node.kind) {
    case 'literal':
      return build.literal(node.type, node.value);
    case 'column':
      return build.column(node.name);
    case 'call':
      return node.operation.polars(build, ...node.args.map((arg) => emit(arg, build)));
  }
}
