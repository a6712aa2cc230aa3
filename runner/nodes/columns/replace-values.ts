import { z } from 'zod';
import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { asText, coerce } from '../../expressions/coerce.ts';
import { ifThenElse } from '../../expressions/operations/conditional.ts';
import { comparison } from '../../expressions/operations/logic.ts';
import { replaceRegex } from '../../expressions/operations/regex-text.ts';
import {
  replaceValues as replaceEach,
  type Replacement,
} from '../../expressions/operations/replace-values.ts';
import { boundedRegex } from '../../expressions/regex/bounded-regex.ts';
import { replacementTemplate } from '../../expressions/regex/replacement-template.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { Literal } from '../../expressions/literal.ts';
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
import { regexClassExamples } from './examples/regex-class-examples.ts';
import { replaceValuesExamples } from './examples/replace-values-examples.ts';

const NO_VALUE = 'must be a text, a number or a boolean, or a list of them';

const toReplace: FormField<Scalar | readonly Scalar[]> = {
  label: 'Find',
  type: 'string',
  required: true,
  default: '',
  help: 'A whole value, which is converted to the type of the column, or a list of such values; or a regular expression.',
  schema: z.union([scalar, z.array(scalar).min(1, 'needs at least one value')], {
    error: ({ input }) => (Array.isArray(input) && input.length === 0 ? undefined : NO_VALUE),
  }),
};

const value: FormField<Scalar | null | readonly (Scalar | null)[]> = {
  label: 'Replace with',
  type: 'string',
  required: true,
  default: '',
  help: 'Of several values to find: one value for all of them, or a list with one for each. A value of another type than that of the column turns the column into text. $1 is a group of the regular expression, $0 the whole match, $$ a dollar.',
  schema: z.union([scalar.nullable(), z.array(scalar.nullable())], NO_VALUE),
};

export const replaceValues = defineNode({
  id: 'replaceValues',
  label: 'Replace Values',
  category: 'columns',
  description:
    'Replaces values of a column, or all matches of a regular expression in its texts. Null never matches.',
  form: {
    column: columnField('Column', { help: 'The column whose values are replaced.' }),
    to_replace: toReplace,
    value,
    regex: booleanField('Regular expression', {
      default: false,
      help: 'If true, all matches in a text are replaced, and other types become text. Groups may have names, (?P<name>…). (?i) at the start ignores case, (?s) lets a dot match line ends, (?m) lets ^ and $ match at them, (?x) ignores white space; (?i:…) does so in a group. Look-around and back-references are not supported.',
    }),
  },
  refine: (config) =>
    config.superRefine(({ to_replace: found, value: replacement, regex }, context) => {
      const problem = listProblem(found, replacement, regex);
      if (problem !== null) context.addIssue({ code: 'custom', ...problem });
    }),
  lower({ column: name, to_replace: found, value: replacement, regex }, inputs) {
    const input = inputs.one();
    const column = input.column(name, 'column');
    if (regex && !isList(found) && !isList(replacement)) {
      return input.withColumns([{ name, expression: withoutMatches(column, found, replacement) }]);
    }
    const pairs = pairsOf(column, found, replacement);
    if (column.type === 'null') return input;
    return input.withColumns([{ name, expression: withoutValues(column, pairs) }]);
  },
  examples: [...replaceValuesExamples, ...regexClassExamples],
});

type List<T> = readonly T[];

function isList<T>(value: T | List<T>): value is List<T> {
  return Array.isArray(value);
}

function listProblem(
  found: Scalar | List<Scalar>,
  replacement: Scalar | null | List<Scalar | null>,
  regex: boolean,
): { readonly path: string[]; readonly message: string } | null {
  if (regex && (isList(found) || isList(replacement))) {
    const path = isList(found) ? 'to_replace' : 'value';
    return {
      path: [path],
      message: 'must be one text where "regex" is true: write one node for each pattern',
    };
  }
  if (!isList(replacement)) return null;
  if (!isList(found)) return { path: ['value'], message: 'is a list, and "to_replace" is none' };
  if (found.length === replacement.length) return null;
  const message = `must have as many values as "to_replace", which has ${found.length}, and has ${replacement.length}`;
  return { path: ['value'], message };
}

/** A value of cells, and what the config replaces it by. */
interface Pair {
  readonly found: Literal;
  readonly value: Scalar | null;
  /** The place of the value in the config. */
  readonly at: readonly (string | number)[];
}

/** @throws UserError when a value does not fit the column, or one is to become two */
function pairsOf(
  column: ColumnSchema,
  found: Scalar | List<Scalar>,
  replacement: Scalar | null | List<Scalar | null>,
): readonly Pair[] {
  return attributeToField('to_replace', () => {
    const pairs = new Map<unknown, Pair>();
    (isList(found) ? found : [found]).forEach((one, index) => {
      const place = isList(found) ? ['to_replace', index] : ['to_replace'];
      const from = { ...convertExactly(one, column), written: { at: place, value: one } };
      const pair = isList(replacement)
        ? { found: from, value: replacement[index] ?? null, at: ['value', index] }
        : { found: from, value: replacement, at: ['value'] };
      // 0 and -0 are one key of a map, as they are one value of cells.
      const former = pairs.get(from.value);
      if (former === undefined) pairs.set(from.value, pair);
      else if (former.value !== pair.value) {
        throw new UserError(`"to_replace" has the value ${String(one)} twice, for two new values.`);
      }
    });
    return [...pairs.values()];
  });
}

function withoutValues(column: ColumnSchema, pairs: readonly Pair[]): TypedExpression {
  const cell = columnReference(column);
  const sameType = convertedBy(pairs, column.type, convertReplacement);
  if (sameType !== null) return replacedBy(cell, sameType);
  const floats = column.type === 'integer' ? convertedBy(pairs, 'float', convertTo) : null;
  if (floats !== null) {
    // Two integers beyond 2^53 can become the same float.
    return floats.reduceRight<TypedExpression>(
      (rest, { found, value: float }) =>
        call(ifThenElse('float'), call(comparison('==', 'integer'), cell, found), float, rest),
      coerce(cell, 'float') ?? cell,
    );
  }
  const texts = convertedBy(pairs, 'string', convertTo) ?? [];
  const asTexts = texts.map(({ found, value: text }) => ({
    found: textOfLiteral(found),
    value: text,
  }));
  return replacedBy(asText(cell), asTexts);
}

function replacedBy(cell: TypedExpression, replacements: readonly Replacement[]): TypedExpression {
  const literals = replacements.flatMap(({ found, value: to }) => [found, to]);
  return call(replaceEach(cell.type, replacements), cell, ...literals);
}

/** The replacements with new values of a type; null if one of them cannot be converted. */
function convertedBy(
  pairs: readonly Pair[],
  type: ColumnType,
  convert: (value: Scalar, type: ColumnType) => Literal | null,
): readonly Replacement[] | null {
  const replacements: Replacement[] = [];
  for (const { found, value: config, at } of pairs) {
    const to = config === null ? literal(type, null) : convert(config, type);
    if (to === null) return null;
    replacements.push({
      found,
      value: config === null ? to : { ...to, written: { at, value: config } },
    });
  }
  return replacements;
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
