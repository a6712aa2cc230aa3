import { z } from 'zod';
import { JOIN_KINDS, type JoinRequest } from '../../plan/builders/join-plan.ts';
import { DATAFRAME_IN, defineNode } from '../definition.ts';
import { joinExamples } from './examples/join-examples.ts';
import { selectField, type FormField } from '../form.ts';
import { joinKeys, reportKeyProblem, type KeyFieldNames } from '../rules/join-keys.ts';
import { suffixesField } from '../rules/suffixes-field.ts';

const KEY_FIELDS: KeyFieldNames = ['on', 'left_on', 'right_on'];

const keys = z
  .union([z.string(), z.array(z.string())], {
    error: 'must be a column name or a list of them',
  })
  .transform((names) => (typeof names === 'string' ? [names] : names))
  .transform((names) => names.filter((name) => name !== ''))
  .default([]);

function keysField(label: string, help: string): FormField<readonly string[]> {
  return { label, type: 'column_list', required: false, help, schema: keys };
}

export const join = defineNode({
  id: 'join',
  label: 'Join / Merge',
  category: 'reshape',
  description: 'Joins the rows of two inputs that have equal keys. Null matches nothing.',
  inputs: [
    { ...DATAFRAME_IN, id: 'left' },
    { ...DATAFRAME_IN, id: 'right' },
  ],
  form: {
    on: {
      ...keysField(
        'On',
        'Key columns with the same name in both inputs. They occur once in the result.',
      ),
      default: '',
    },
    left_on: keysField('Left on', 'Key columns of the left input, if names differ.'),
    right_on: keysField('Right on', 'Key columns of the right input, in the same order.'),
    how: selectField('Kind', JOIN_KINDS, {
      default: 'inner',
      help: 'left, right and outer keep unmatched rows of the left, the right or both inputs; inner keeps none. semi keeps and anti drops the left rows with a match.',
    }),
    suffixes: suffixesField,
  },
  refine: (config) =>
    config
      .superRefine(({ on, left_on: leftOn, right_on: rightOn }, context) => {
        reportKeyProblem(context, [on, leftOn, rightOn], KEY_FIELDS, true);
      })
      .transform(({ on, left_on: leftOn, right_on: rightOn, ...rest }): JoinRequest => ({
        ...joinKeys([on, leftOn, rightOn], KEY_FIELDS),
        ...rest,
      })),
  lower: (request, inputs) => inputs.one('left').join(inputs.one('right'), request),
  examples: joinExamples,
});
