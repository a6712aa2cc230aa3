import { z } from 'zod';
import { UserError } from '../../domain/errors.ts';
import { asText } from '../../expressions/coerce.ts';
import { extractRegex } from '../../expressions/operations/regex-text.ts';
import { partBetweenMatches, partOfText } from '../../expressions/operations/split-text.ts';
import { boundedRegex } from '../../expressions/regex/bounded-regex.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { Literal } from '../../expressions/literal.ts';
import { attributeToField, checkDistinctNames } from '../../plan/builders/field-checks.ts';
import type { ConfigWarning } from '../config-warning.ts';
import { defineNode } from '../definition.ts';
import { columnField, selectField, textField, type FormField } from '../form.ts';
import { keepOriginalField, withDerivedColumns } from '../rules/derived-columns.ts';
import { splitAtWords } from './examples/regex-class-examples.ts';
import { splitColumnExamples } from './examples/split-column-examples.ts';

const into: FormField<readonly string[]> = {
  label: 'New columns',
  type: 'string_list',
  required: true,
  default: [],
  help: 'The names of the parts or groups in their order. Missing ones are null, further ones are dropped. An existing column is replaced in place.',
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
    'Splits the texts of a column into new columns: at a delimiter, or by the groups of a regular expression. Other types become text first.',
  form: {
    column: columnField('Column', { help: 'The column that is split.' }),
    mode: selectField('Split at', ['delimiter', 'regex'], {
      default: 'delimiter',
      help: 'delimiter: at each place where it occurs. regex: the first match of the pattern gives its groups.',
    }),
    delimiter: textField('Delimiter', z.string('must be text'), {
      default: ',',
      requiredWhen: ({ mode }) => mode === 'delimiter',
      readWhen: ({ mode }) => mode === 'delimiter',
      help: 'Required for delimiter: a literal text; parts are not trimmed.',
    }),
    pattern: textField('Pattern', z.string('must be text'), {
      default: '',
      readWhen: ({ mode }) => mode === 'regex',
      help: 'A regular expression with groups in parentheses, such as (\\d+)-(\\d+): group 1 of the first match is the first new column, group 2 the second one, and so on. Without a match, and where a group takes no part, the column is null. A pattern without a group splits the text at its matches. Groups may have names, (?P<name>…). (?i) at the start ignores case, (?s) lets a dot match line ends, (?m) lets ^ and $ match at them, (?x) ignores white space; (?i:…) does so in a group. Look-around and back-references are not supported.',
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
    const partOf = mode === 'regex' ? partsByRegex(cell, pattern) : partsOfText(cell, delimiter);
    const fields = names.map((name, index) => ({
      name,
      expression: partOf(index),
      nameAt: ['into', index],
    }));
    return withDerivedColumns(input, fields, keepsOriginal ? [] : [column]);
  },
  warnings: ({ mode, pattern }) =>
    mode === 'regex' && isWithoutGroup(pattern) ? [SPLIT_WITHOUT_GROUP] : [],
  examples: [...splitColumnExamples, splitAtWords],
});

const SPLIT_WITHOUT_GROUP: ConfigWarning = {
  field: 'pattern',
  code: 'split_without_group',
  message:
    'The pattern has no group in parentheses, so that the text is split at its matches. Other tools fill the new columns from the groups of the first match: put parentheses around each part that you want.',
};

/** Whether the pattern can be read and has no group. */
function isWithoutGroup(pattern: string): boolean {
  try {
    return boundedRegex(pattern).groups === 0;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** The part of an index, from 0. */
type PartOf = (index: number) => TypedExpression;

function partsOfText(cell: TypedExpression, delimiter: string): PartOf {
  const written = { at: ['delimiter'], value: delimiter };
  const separator: Literal = { ...literal('string', delimiter), written };
  return (index) => call(partOfText(delimiter, index), cell, separator);
}

/** The groups of the first match; of a pattern without a group, the parts between its matches. */
function partsByRegex(cell: TypedExpression, pattern: string): PartOf {
  const regex = attributeToField('pattern', () => {
    const bounded = boundedRegex(pattern);
    if (bounded.groups > 0 || !bounded.matchesEmpty) return bounded;
    throw new UserError(
      `The regular expression ${pattern} has no group and can match the empty text, at which no text can be split. Put the parts that you want in parentheses.`,
    );
  });
  const { groups } = regex;
  if (groups === 0) return (index) => call(partBetweenMatches(regex, index), cell);
  return (index) =>
    index < groups ? call(extractRegex(regex, index + 1), cell) : literal('string', null);
}
