import { z } from 'zod';
import { UserError } from '../../domain/errors.ts';
import { asText } from '../../expressions/coerce.ts';
import { extractRegex } from '../../expressions/operations/regex-text.ts';
import { boundedRegex } from '../../expressions/regex/bounded-regex.ts';
import { call, columnReference } from '../../expressions/typed-expression.ts';
import { attributeToField } from '../../plan/builders/field-checks.ts';
import { defineNode } from '../definition.ts';
import { columnField, integerField, textField } from '../form.ts';
import { newColumnField } from '../rules/derived-columns.ts';
import { extractedWord } from './examples/regex-class-examples.ts';
import { regexExtractExamples } from './examples/regex-extract-examples.ts';

export const regexExtract = defineNode({
  id: 'regexExtract',
  label: 'Extract by Regex',
  category: 'columns',
  description:
    'Extracts a part of the texts of a column by a regular expression: a group of the first match, or null. Other types become text first.',
  form: {
    column: columnField('Column', { help: 'The column whose texts are read.' }),
    pattern: textField('Pattern', z.string('must be text').min(1, 'needs a regular expression'), {
      placeholder: '([0-9]+)',
      help: 'Groups may have names, (?P<name>…). (?i) at the start ignores case, (?s) lets a dot match line ends, (?m) lets ^ and $ match at them, (?x) ignores white space; (?i:…) does so in a group. Look-around and back-references are not supported.',
    }),
    group: integerField('Group', {
      min: 0,
      default: 1,
      help: 'The number of the group in parentheses; 0 is the whole match.',
    }),
    new_column: newColumnField,
  },
  lower({ column, pattern, group, new_column: name }, inputs) {
    const input = inputs.one();
    const cell = asText(columnReference(input.column(column, 'column')));
    const regex = attributeToField('pattern', () => boundedRegex(pattern));
    attributeToField('group', () => {
      checkGroup(group, regex.groups);
    });
    const expression = call(extractRegex(regex, group), cell);
    return input.withColumns([{ name, expression, nameAt: ['new_column'] }]);
  },
  examples: [...regexExtractExamples, extractedWord],
});

function checkGroup(group: number, groups: number): void {
  if (group <= groups) return;
  const has = groups === 0 ? 'no group' : groups === 1 ? 'only 1 group' : `only ${groups} groups`;
  throw new UserError(
    `There is no group ${group}: the pattern has ${has}. Put a part of it in parentheses, or take 0 for the whole match.`,
  );
}
