import { z } from 'zod';
import { splitByPredicate, splitBySample } from '../../plan/split.ts';
import { DATAFRAME_OUT, defineNode } from '../definition.ts';
import { selectField, type FormField } from '../form.ts';
import { conditionOf } from '../rules/condition.ts';
import { expressionText } from '../rules/expression-text.ts';
import { seedField, share as shareSchema } from '../rules/sample-fields.ts';
import { splitRowsExamples } from './examples/split-rows-examples.ts';

const share: FormField<number> = {
  label: 'Share',
  type: 'number',
  required: false,
  default: 0.8,
  max: 1,
  help: 'The share of the rows in the first output, more than 0, rounded to the nearest number of rows.',
  schema: shareSchema,
};
const expression: FormField<string> = {
  label: 'Condition',
  type: 'string',
  required: false,
  default: '',
  placeholder: "amount > 100 and city == 'Oslo'",
  help: 'The rows for which it is true are in the first output; those for which it is false or null are in the rest.',
  schema: z.union([z.literal(''), expressionText], 'must be an expression'),
  isExpression: true,
};

export const splitRows = defineNode({
  id: 'splitRows',
  label: 'Split Rows',
  category: 'clean',
  description:
    'Splits the rows into two outputs, each in order: a random share of the rows and the rest, or the rows for which a condition is true and the rest.',
  outputs: [
    { ...DATAFRAME_OUT, id: 'first' },
    { ...DATAFRAME_OUT, id: 'rest' },
  ],
  form: {
    by: selectField('Split by', ['share', 'condition'], { default: 'share' }),
    share,
    seed: seedField,
    expression,
  },
  refine: (config) =>
    config.superRefine(({ by, expression: text }, context) => {
      if (by !== 'condition' || text !== '') return;
      context.addIssue({ code: 'custom', path: ['expression'], message: 'needs a condition' });
    }),
  lower({ by, share: size, seed, expression: text }, inputs, context) {
    const input = inputs.one();
    const drawn = { size: { share: size }, seed, at: { size: ['share'], seed: ['seed'] } };
    const [first, rest] =
      by === 'condition'
        ? splitByPredicate(input, conditionOf('expression', text, input.columns, context))
        : splitBySample(input, drawn);
    return { first, rest };
  },
  examples: splitRowsExamples,
});
