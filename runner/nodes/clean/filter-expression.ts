import { UserError } from '../../domain/errors.ts';
import { compileExpression } from '../../expressions/index.ts';
import { attributeToField } from '../../plan/field-checks.ts';
import { defineNode } from '../definition.ts';
import { filterExpressionExamples } from './examples/filter-expression-examples.ts';
import { expressionField } from '../form.ts';

export const filterExpression = defineNode({
  id: 'filterExpression',
  label: 'Filter by Expression',
  category: 'clean',
  description:
    'Keeps the rows for which a condition is true. Rows where it is false or null are dropped.',
  form: {
    expression: expressionField('Condition', {
      placeholder: "amount > 100 and city == 'Oslo'",
    }),
  },
  lower({ expression: text }, inputs, context) {
    const input = inputs.one();
    return attributeToField('expression', () => {
      const { root, type } = compileExpression(text, input.columns, context);
      if (type === 'boolean') return input.filter(root);
      throw new UserError(
        `The expression must be a condition (true or false), and it is ${type}. Compare its value, as in "${text.trim()} > 0".`,
      );
    });
  },
  examples: filterExpressionExamples,
});
