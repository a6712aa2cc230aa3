import { defineNode } from '../definition.ts';
import { matchedWords } from '../columns/examples/regex-class-examples.ts';
import { filterExpressionExamples } from './examples/filter-expression-examples.ts';
import { expressionField } from '../form.ts';
import { conditionOf } from '../rules/condition.ts';

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
    return input.filter(conditionOf('expression', text, input.columns, context));
  },
  examples: [...filterExpressionExamples, matchedWords],
});
