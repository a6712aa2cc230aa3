import { z } from 'zod';
import { asText } from '../../expressions/coerce.ts';
import { combineTexts } from '../../expressions/operations/combine-texts.ts';
import { call, columnReference, literal } from '../../expressions/typed-expression.ts';
import type { Literal } from '../../expressions/literal.ts';
import { defineNode } from '../definition.ts';
import { textField } from '../form.ts';
import {
  distinctColumns,
  keepOriginalField,
  newColumnField,
  severalColumns,
  withDerivedColumns,
} from '../rules/derived-columns.ts';
import { combineColumnsExamples } from './examples/combine-columns-examples.ts';

export const combineColumns = defineNode({
  id: 'combineColumns',
  label: 'Combine Columns',
  category: 'columns',
  description:
    'Joins the values of several columns to one text with a separator. Null is the empty text.',
  form: {
    columns: severalColumns('The columns in the order of their texts.'),
    new_column: newColumnField,
    separator: textField('Separator', z.string('must be text'), {
      default: ' ',
      help: 'The text between two values. It can be empty.',
    }),
    keep_original: keepOriginalField,
  },
  lower({ columns: names, new_column: name, separator, keep_original: keepsOriginal }, inputs) {
    const input = inputs.one();
    const columns = distinctColumns(input, names, 'columns');
    const texts = columns.map((column) => asText(columnReference(column)));
    const between: Literal = {
      ...literal('string', separator),
      written: { at: ['separator'], value: separator },
    };
    const expression = call(combineTexts(separator), ...texts, between);
    const field = { name, expression, nameAt: ['new_column'] };
    return withDerivedColumns(input, [field], keepsOriginal ? [] : names);
  },
  examples: combineColumnsExamples,
});
