import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import type { CompiledExpression } from './compiled-expression.ts';
import { PolarsBuilder, type ShareColumn } from './polars-builder.ts';
import { polarsWindow } from './polars-window.ts';
import { columnsUsed, type TypedExpression } from './typed-expression.ts';

/**
 * Translates the expression to polars. It has one value per row unless it reads no column. When a
 * value cannot be computed, the query fails; `evaluationError` has the message.
 * @param share default: code that occurs several times is repeated
 */
export function toPolars(
  expression: CompiledExpression,
  library: PolarsLibrary,
  share?: ShareColumn,
): pl.Expr {
  const { root } = expression;
  const build = new PolarsBuilder(library, columnsUsed(root)[0], share);
  return emit(root, build, library).code;
}

interface Emitted {
  readonly code: pl.Expr;
  readonly isConstant: boolean;
}

function emit(node: TypedExpression, build: PolarsBuilder, library: PolarsLibrary): Emitted {
  switch (node.kind) {
    case 'literal':
      return { code: build.literal(node.type, node.value), isConstant: true };
    case 'column':
      return { code: build.column(node.name), isConstant: false };
    case 'call': {
      const args = node.args.map((arg) => emit(arg, build, library));
      const isConstant = args.every((arg) => arg.isConstant);
      const codes = args.map((arg, index) => {
        const isDivisor = node.operation.divides === true && index === 1;
        return isDivisor && arg.isConstant && !isConstant ? build.divisor(arg.code) : arg.code;
      });
      // A constant has one value, a column of the frame one for each row.
      const builder = isConstant ? new PolarsBuilder(library) : build;
      return { code: node.operation.polars(builder, ...codes), isConstant };
    }
    case 'window':
      return { code: polarsWindow(node, build, library), isConstant: false };
  }
}
