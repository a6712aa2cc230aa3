import { z } from 'zod';
import { compileExpression } from '../../expressions/index.ts';
import { attributeToField } from '../../plan/builders/field-checks.ts';
import { defineNode } from '../definition.ts';
import { calculatedColumnExamples } from './examples/calculated-column-examples.ts';
import { expressionField, textField } from '../form.ts';

export const calculatedColumn = defineNode({
  id: 'calculatedColumn',
  label: 'Calculated Column',
  category: 'columns',
  description:
    'Computes a column from an expression. An existing column with the same name is replaced in place.',
  form: {
    column_name: textField(
      'Column',
      z.string('must be text').min(1, 'needs the name of the new column'),
      { placeholder: 'total', help: 'The name of the column to add or replace.' },
    ),
    expression: expressionField('Expression', { placeholder: 'quantity * price' }),
  },
  lower({ column_name: name, expression: text }, inputs, context) {
    const input = inputs.one();
    const expression = attributeToField('expression', () =>
      compileExpression(text, input.columns, context),
    );
    return input.withColumns([{ name, expression: expression.root, nameAt: ['column_name'] }]);
  },
  examples: calculatedColumnExamples,
});
