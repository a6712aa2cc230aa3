import { columnsUsed } from '../../expressions/typed-expression.ts';
import { defineNode } from '../definition.ts';
import { expressionField } from '../form.ts';
import { conditionOf } from '../rules/condition.ts';
import { inMode, modeField, mustBeTrue, ruleValue } from './check-fields.ts';
import { assertExpressionExamples } from './examples/assert-expression-examples.ts';

export const assertExpression = defineNode({
  id: 'assertExpression',
  label: 'Assert Expression',
  category: 'quality',
  description:
    'Checks that a condition is true for each row. A row for which it is false or null violates it. The rows pass through.',
  form: {
    expression: expressionField('Condition', { placeholder: 'amount > 0' }),
    mode: modeField,
  },
  lower({ expression, mode }, inputs, context) {
    const input = inputs.one();
    const condition = conditionOf('expression', expression, input.columns, context);
    return input.check({
      test: mustBeTrue(condition),
      ...inMode(mode),
      rule: [`The condition ${ruleValue(expression.trim().replaceAll(/\s+/g, ' '))} must be true`],
      shown: columnsUsed(condition),
    });
  },
  examples: assertExpressionExamples,
});
