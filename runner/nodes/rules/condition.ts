import type { ColumnSchema } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { compileExpression } from '../../expressions/index.ts';
import type { TypedExpression } from '../../expressions/typed-expression.ts';
import { attributeToField } from '../../plan/builders/field-checks.ts';
import type { NodeContext } from '../definition.ts';

/**
 * Compiles the expression of a config to a predicate.
 * @throws ConfigError for an expression that is no condition, an unknown column or an invalid type
 */
export function conditionOf(
  field: string,
  text: string,
  columns: readonly ColumnSchema[],
  context: NodeContext,
): TypedExpression {
  return attributeToField(field, () => {
    const { root, type } = compileExpression(text, columns, context);
    if (type === 'boolean') return root;
    throw new UserError(
      `The expression must be a condition (true or false), and it is ${type}. Compare its value, as in "${text.trim()} > 0".`,
    );
  });
}
