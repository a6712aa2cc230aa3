import type { ColumnSchema } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { asText, coerce } from '../../expressions/coerce.ts';
import { ifThenElse } from '../../expressions/operations/conditional.ts';
import { comparison } from '../../expressions/operations/logic.ts';
import { replaceRegex } from '../../expressions/operations/regex-text.ts';
import { replaceValues as replaceEach } from '../../expressions/operations/replace-values.ts';
import { boundedRegex } from '../../expressions/regex/bounded-regex.ts';
import { replacementTemplate } from '../../expressions/regex/replacement-template.ts';
import {
  call,
  columnReference,
  literal,
  type Literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import { attributeToField } from '../../plan/builders/field-checks.ts';
import { defineNode } from '../definition.ts';
import { booleanField, columnField, type FormField } from '../form.ts';
import {
  convertExactly,
  convertReplacement,
  convertTo,
  textOfLiteral,
} from '../rules/config-value.ts';
import { scalar, type Scalar } from '../rules/row-predicate.ts';
import { replaceValuesExamples } from './examples/replace-values-examples.ts';

const toReplace: FormField<Scalar> = {
  label: 'Find',
  type: 'string',
  required: true,
  default: '',
  help: 'A whole value, which is converted to the type of the column; or a regular expression.',
  schema: scalar,
};

const value: FormField<Scalar | null> = {
  label: 'Replace with',
  type: 'string',
  required: true,
  default: '',
  help: 'A value of another type than that of the column turns the column into text. $1 is a group of the regular expression, $0 the whole match, $$ a dollar.',
  schema: scalar.nullable(),
};

export const replaceValues = defineNode({
  id: 'replaceValues',
  label: 'Replace Values',
  category: 'columns',
  description:
    'Replaces a value of a column, or all matches of a regular expression in its texts. Null never matches.',
  form: {
    column: columnField('Column', { help: 'The column whose values are replaced.' }),
    to_replace: toReplace,
    value,
    regex: booleanField('Regular expression', {
      default: false,
      help: 'If true, all matches in a text are replaced, and other types become text. Look-around and back-references are not supported.',
    }),
  },
  lower({ column: name, to_replace: found, value: replacement, regex }, inputs) {
    const input = inputs.one();
    const column = input.column(name, 'column');
    if (regex) {
      return input.withColumns([{ name, expression: withoutMatches(column, found, replacement) }]);
    }
    const one = attributeToField('to_replace', () => convertExactly(found, column));
    if (column.type === 'null') return input;
    const expression = withoutValue(column, written(one, 'to_replace', found), replacement);
    return input.withColumns([{ name, expression }]);
  },
  examples: replaceValuesExamples,
});

function written(value: Literal, key: string, config: Scalar): Literal {
  return { ...value, written: { at: [key], value: config } };
}

function withoutValue(
  column: ColumnSchema,
  found: Literal,
  config: Scalar | null,
): TypedExpression {
  const cell = columnReference(column);
  const replaced = (cells: TypedExpression, from: Literal, to: Literal): TypedExpression =>
    call(replaceEach(cells.type, [{ found: from, value: to }]), cells, from, to);
  if (config === null) return replaced(cell, found, literal(column.type, null));
  const sameType = convertReplacement(config, column.type);
  if (sameType !== null) return replaced(cell, found, written(sameType, 'value', config));
  const float = column.type === 'integer' ? convertTo(config, 'float') : null;
  if (float !== null) {
    // Two integers beyond 2^53 can become the same float.
    const isFound = call(comparison('==', 'integer'), cell, found);
    const floats = coerce(cell, 'float') ?? cell;
    return call(ifThenElse('float'), isFound, written(float, 'value', config), floats);
  }
  const text = convertTo(config, 'string') ?? literal('string', null);
  return replaced(asText(cell), textOfLiteral(found), written(text, 'value', config));
}

function withoutMatches(
  column: ColumnSchema,
  found: Scalar,
  config: Scalar | null,
): TypedExpression {
  const regex = attributeToField('to_replace', () => {
    if (found === '') throw new UserError('"to_replace" needs a regular expression.');
    return boundedRegex(String(found));
  });
  const template = attributeToField('value', () => {
    if (config === null) throw new UserError('A part of a text cannot become null.');
    return replacementTemplate(String(config), regex.groups);
  });
  return call(replaceRegex(regex, template), asText(columnReference(column)));
}
