import { z } from 'zod';
import { UserError } from '../../domain/errors.ts';
import { asText } from '../../expressions/coerce.ts';
import { partBetweenMatches, partOfText } from '../../expressions/operations/split-text.ts';
import { boundedRegex } from '../../expressions/regex/bounded-regex.ts';
import { withoutCaptures } from '../../expressions/regex/parse-regex.ts';
import {
  call,
  columnReference,
  literal,
  type Literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import { attributeToField, checkDistinctNames } from '../../plan/builders/field-checks.ts';
import { defineNode } from '../definition.ts';
import { columnField, selectField, textField, type FormField } from '../form.ts';
import { keepOriginalField, withDerivedColumns } from '../rules/derived-columns.ts';
import { splitColumnExamples } from './examples/split-column-examples.ts';

const into: FormField<readonly string[]> = {
  label: 'New columns',
  type: 'string_list',
  required: true,
  default: [],
  help: 'The names of the parts in their order. Missing parts are null, further parts are dropped. An existing column is replaced in place.',
  schema: z
    .array(z.string('a column name must be text').min(1, 'a name must not be empty'), {
      error: 'must be a list of column names',
    })
    .min(1, 'needs at least one column'),
};

export const splitColumn = defineNode({
  id: 'splitColumn',
  label: 'Split Column',
  category: 'columns',
  description:
    'Splits the texts of a column into new columns, at a delimiter or a regular expression. Other types become text first.',
  form: {
    column: columnField('Column', { help: 'The column that is split.' }),
    mode: selectField('Split at', ['delimiter', 'regex'], { default: 'delimiter' }),
    delimiter: textField('Delimiter', z.string('must be text'), {
      default: ',',
      help: 'A literal text; parts are not trimmed.',
    }),
    pattern: textField('Pattern', z.string('must be text'), {
      default: '',
      help: 'A regular expression that does not match the empty text. Look-around and back-references are not supported.',
    }),
    into,
    keep_original: { ...keepOriginalField, label: 'Keep original' },
  },
  refine: (config) =>
    config
      .refine(({ mode, delimiter }) => mode !== 'delimiter' || delimiter !== '', {
        path: ['delimiter'],
        message: 'needs a delimiter',
      })
      .refine(({ mode, pattern }) => mode !== 'regex' || pattern !== '', {
        path: ['pattern'],
        message: 'needs a regular expression',
      }),
  lower({ column, mode, delimiter, pattern, into: names, keep_original: keepsOriginal }, inputs) {
    const input = inputs.one();
    const cell = asText(columnReference(input.column(column, 'column')));
    attributeToField('into', () => {
      checkDistinctNames(names);
    });
    const partOf =
      mode === 'regex' ? partsBetweenMatches(cell, pattern) : partsOfText(cell, delimiter);
    const fields = names.map((name, index) => ({
      name,
      expression: partOf(index),
      nameAt: ['into', index],
    }));
    return withDerivedColumns(input, fields, keepsOriginal ? [] : [column]);
  },
  examples: splitColumnExamples,
});

/** The part of an index, from 0. */
type PartOf = (index: number) => TypedExpression;

function partsOfText(cell: TypedExpression, delimiter: string): PartOf {
  const written = { at: ['delimiter'], value: delimiter };
  const separator: Literal = { ...literal('string', delimiter), written };
  return (index) => call(partOfText(delimiter, index), cell, separator);
}

function partsBetweenMatches(cell: TypedExpression, pattern: string): PartOf {
  const regex = attributeToField('pattern', () => {
    boundedRegex(pattern);
    const bounded = boundedRegex(withoutCaptures(pattern));
    if (!bounded.matchesEmpty) return bounded;
    throw new UserError(
      `The regular expression ${pattern} can match the empty text, at which no text can be split.`,
    );
  });
  return (index) => call(partBetweenMatches(regex, index), cell);
}
