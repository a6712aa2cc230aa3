import { z } from 'zod';
import type { JoinRequest } from '../../plan/builders/join-plan.ts';
import { JOIN_KINDS } from '../../domain/join.ts';
import type { JsonObject, JsonValue } from '../../domain/json.ts';
import type { ConfigWarning } from '../config-warning.ts';
import { DATAFRAME_IN, defineNode } from '../definition.ts';
import { joinExamples } from './examples/join-examples.ts';
import { selectField, type FormField } from '../form.ts';
import {
  decisiveKeys,
  joinKeys,
  reportKeyProblem,
  type KeyFieldNames,
} from '../rules/join-keys.ts';
import { DEFAULT_SUFFIXES, suffixes, suffixesField } from '../rules/suffixes-field.ts';

const KEY_FIELDS: KeyFieldNames = ['on', 'left_on', 'right_on'];

const keys = z
  .union([z.string(), z.array(z.string())], {
    error: 'must be a column name or a list of them',
  })
  .transform((names) => (typeof names === 'string' ? [names] : names))
  .transform((names) => names.filter((name) => name !== ''))
  .default([]);

function keysField(label: string, help: string): FormField<readonly string[]> {
  return {
    label,
    type: 'column_list',
    required: false,
    nullMeans: 'absent',
    emptyIsAbsent: true,
    help,
    schema: keys,
  };
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
        'Key columns with the same name in both inputs. They occur once in the result. Not read if the left and the right keys are given.',
      ),
      default: '',
    },
    left_on: keysField('Left on', 'Key columns of the left input, if names differ.'),
    right_on: keysField('Right on', 'Key columns of the right input, in the same order.'),
    how: selectField('Kind', JOIN_KINDS, {
      default: 'inner',
      help: 'left, right and outer keep unmatched rows of the left, the right or both inputs; inner keeps none. semi keeps and anti drops the left rows with a match.',
    }),
    suffixes: { ...suffixesField, nullMeans: 'absent', schema: suffixes.catch(DEFAULT_SUFFIXES) },
  },
  refine: (config) =>
    config
      .superRefine(({ on, left_on: leftOn, right_on: rightOn }, context) => {
        reportKeyProblem(context, decisiveKeys([on, leftOn, rightOn]), KEY_FIELDS, true);
      })
      .transform(({ on, left_on: leftOn, right_on: rightOn, ...rest }): JoinRequest => ({
        ...joinKeys(decisiveKeys([on, leftOn, rightOn]), KEY_FIELDS),
        ...rest,
      })),
  warnings: (_config, given) => [...ignoredKeys(given), ...ignoredSuffixes(given)],
  lower: (request, inputs) => inputs.one('left').join(inputs.one('right'), request),
  examples: joinExamples,
});

/** Keys that are given and do not count. */
function ignoredKeys(given: JsonObject): readonly ConfigWarning[] {
  const [on, left, right] = KEY_FIELDS.map((field) => isGiven(given[field]));
  if (on !== true) return [];
  const ignored = (field: string, reason: string): ConfigWarning => ({
    field,
    code: 'ignored_key',
    message: `"${field}" is ignored, since ${reason}: remove it.`,
  });
  if (left === true && right === true) return [ignored('on', '"left_on" and "right_on" are given')];
  const lone = left === true ? 'left_on' : 'right_on';
  if (left !== true && right !== true) return [];
  const other = lone === 'left_on' ? 'right_on' : 'left_on';
  return [ignored(lone, `"on" is given and "${other}" is not`)];
}

function isGiven(value: JsonValue | undefined): boolean {
  const names = Array.isArray(value) ? (value as readonly JsonValue[]) : [value ?? ''];
  return names.some((name) => name !== '');
}

function ignoredSuffixes({ suffixes: given = null }: JsonObject): readonly ConfigWarning[] {
  if (given === null || suffixes.safeParse(given).success) return [];
  const message = `"suffixes" is no list of two texts, so that the suffixes are ${DEFAULT_SUFFIXES.join(' and ')}. Write a list such as ["_left", "_right"].`;
  return [{ field: 'suffixes', code: 'ignored_value', message }];
}
