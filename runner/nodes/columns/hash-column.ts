import { asText } from '../../expressions/coerce.ts';
import { combineTexts } from '../../expressions/operations/combine-texts.ts';
import { coalesce } from '../../expressions/operations/conditional.ts';
import { joinText, textLength } from '../../expressions/operations/text.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import { DIGEST_ALGORITHMS } from '../../plan/operators/digest.ts';
import { defineNode } from '../definition.ts';
import { columnsField, selectField } from '../form.ts';
import {
  distinctColumns,
  keepOriginalField,
  newColumnField,
  withDerivedColumns,
} from '../rules/derived-columns.ts';
import { hashColumnExamples } from './examples/hash-column-examples.ts';

export const hashColumn = defineNode({
  id: 'hashColumn',
  label: 'Hash Column',
  category: 'columns',
  description:
    'Adds the digest of the cells of each row, as lower-case hexadecimal text. The digest of one column is that of its text in UTF-8, as other tools compute it, and null stays null. Several columns become one text first: of each cell its number of characters, a colon and its text, as in 3:abc, and - for null; so rows that differ have different texts. There is no salt, since a config is not secret: a digest hides no value that can be guessed.',
  form: {
    columns: columnsField('Columns', {
      help: 'The columns in the order of their texts. Numbers, booleans and dates are read as text, such as 10, 2.5, true and 2024-02-29 00:00:00.',
    }),
    new_column: newColumnField,
    algorithm: selectField('Algorithm', DIGEST_ALGORITHMS, {
      default: 'sha256',
      help: 'md5 is for systems that have it already: two texts with one md5 digest can be made.',
    }),
    keep_original: keepOriginalField,
  },
  lower({ columns: names, new_column: name, algorithm, keep_original: keepsOriginal }, inputs) {
    const input = inputs.one();
    const texts = distinctColumns(input, names, 'columns').map((column) =>
      asText(columnReference(column)),
    );
    const field = { name, expression: textOfRow(texts), nameAt: ['new_column'] };
    const at = { column: ['new_column'], algorithm: ['algorithm'] };
    const dropped = keepsOriginal ? [] : names;
    return withDerivedColumns(input, [field], dropped).digest({ column: name, algorithm, at });
  },
  examples: hashColumnExamples,
});

/** One text for the texts of a row. Texts of several columns differ wherever a cell differs. */
function textOfRow(texts: readonly TypedExpression[]): TypedExpression {
  const [only, ...others] = texts;
  if (only !== undefined && others.length === 0) return only;
  return call(combineTexts(''), ...texts.map(delimited), literal('string', ''));
}

/** The number of characters and the text, so that the end of a text is known without a separator. */
function delimited(text: TypedExpression): TypedExpression {
  const length = asText(call(textLength, text));
  const cell = call(joinText, call(joinText, length, literal('string', ':')), text);
  return call(coalesce('string'), cell, literal('string', '-'));
}
