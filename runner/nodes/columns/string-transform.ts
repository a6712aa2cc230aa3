import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../domain/json.ts';
import { asText } from '../../expressions/coerce.ts';
import type { Operation } from '../../expressions/operation.ts';
import { padText } from '../../expressions/operations/pad-text.ts';
import { capitalizeText, titleCaseText } from '../../expressions/operations/text-case.ts';
import {
  lowerCaseText,
  replaceText,
  textLength,
  trimText,
  trimTextEnd,
  trimTextStart,
  upperCaseText,
} from '../../expressions/operations/text.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { Literal } from '../../expressions/literal.ts';
import type { ConfigWarning } from '../config-warning.ts';
import { defineNode } from '../definition.ts';
import { columnField, selectField, type FieldReading, type FormField } from '../form.ts';
import { stringTransformExamples } from './examples/string-transform-examples.ts';

const MAX_WIDTH = 10_000;

/** The operations that need no further key. */
const SIMPLE = {
  lower: lowerCaseText,
  upper: upperCaseText,
  strip: trimText,
  lstrip: trimTextStart,
  rstrip: trimTextEnd,
  title: titleCaseText,
  capitalize: capitalizeText,
  len: textLength,
} as const satisfies Readonly<Record<string, Operation>>;

const OPERATIONS = [
  'lower',
  'upper',
  'strip',
  'lstrip',
  'rstrip',
  'title',
  'capitalize',
  'len',
  'replace',
  'pad',
] as const;

/** How a key is read that only one operation needs: nothing checks it for another one. */
function onlyFor(operation: 'replace' | 'pad'): FieldReading {
  return { nullMeans: 'absent', readWhen: (config) => config.operation === operation };
}

/** A field that only one operation reads; a missing key has the default of the schema. */
function optional<T>(
  [label, type]: readonly [string, 'string' | 'integer'],
  operation: 'replace' | 'pad',
  schema: z.ZodType<T>,
  help: string,
): FormField<T> {
  return { label, type, required: false, ...onlyFor(operation), schema, help };
}

const text = z.string('must be text');
const width = z.int('must be a whole number').min(0, 'must be 0 or more');

export const stringTransform = defineNode({
  id: 'stringTransform',
  label: 'String Transform',
  category: 'columns',
  description:
    'Changes the texts of a column in place: case, blanks, length, a part or the width. Other types become text first.',
  form: {
    column: columnField('Column', { help: 'The column that is changed.' }),
    operation: selectField('Operation', OPERATIONS, {
      required: true,
      default: 'lower',
      spellings: { uppercase: 'upper', lowercase: 'lower', trim: 'strip', length: 'len' },
      help: 'strip removes characters with the Unicode property White_Space: U+00A0 is one; U+001C to U+001F, U+200B and U+FEFF are not. len is the number of characters. title starts a word after each character that is no letter and no combining mark.',
    }),
    find: optional(
      ['Find', 'string'],
      'replace',
      text.optional(),
      'Only for replace: a literal text.',
    ),
    replace_with: optional(
      ['Replace with', 'string'],
      'replace',
      text.optional(),
      'Only for replace: a literal text for each place where the text is found. Default: none, which removes it.',
    ),
    replace: {
      ...optional(
        ['Replace with', 'string'],
        'replace',
        text.optional(),
        'The former name of replace_with.',
      ),
      isFormer: true,
    },
    width: optional(
      ['Width', 'integer'],
      'pad',
      width.max(MAX_WIDTH, `must be ${MAX_WIDTH} or less`).optional(),
      'Only for pad: the number of characters of the result. Longer texts stay.',
    ),
    fill_char: optional(
      ['Fill', 'string'],
      'pad',
      text.refine((fill) => Array.from(fill).length === 1, 'must be one character').default(' '),
      'Only for pad: one character. Default: a space.',
    ),
    side: {
      label: 'Side',
      type: 'select',
      required: false,
      ...onlyFor('pad'),
      options: ['left', 'right'],
      help: 'Only for pad: where the fill goes. Default: left.',
      schema: z.enum(['left', 'right'], 'must be "left" or "right"').default('left'),
    },
  },
  refine: (config) =>
    config
      .refine(({ operation, find = '' }) => operation !== 'replace' || find !== '', {
        path: ['find'],
        message: 'the operation "replace" needs a text to find',
      })
      .refine((one) => one.operation !== 'pad' || one.width !== undefined, {
        path: ['width'],
        message: 'the operation "pad" needs a width',
      }),
  lower(config, inputs) {
    const input = inputs.one();
    const { column: name } = config;
    const cell = asText(columnReference(input.column(name, 'column')));
    return input.withColumns([{ name, expression: transformed(cell, config) }]);
  },
  warnings: (_config, given) => (Object.hasOwn(given, 'replace') ? [formerKey(given)] : []),
  examples: stringTransformExamples,
});

function formerKey(given: JsonObject): ConfigWarning {
  const use = Object.hasOwn(given, 'replace_with')
    ? 'It is ignored, since "replace_with" is given: remove it.'
    : 'It is read, but rename it.';
  const message = `"replace" is the former name of "replace_with". ${use}`;
  return { field: 'replace', code: 'former_key', message };
}

interface Transformation {
  readonly operation: (typeof OPERATIONS)[number];
  readonly find?: string | undefined;
  readonly replace_with?: string | undefined;
  readonly replace?: string | undefined;
  readonly width?: number | undefined;
  readonly fill_char: string;
  readonly side: 'left' | 'right';
}

function transformed(cell: TypedExpression, config: Transformation): TypedExpression {
  const { operation, find = '', width = 0, fill_char: fill, side } = config;
  if (operation === 'replace') {
    const { replace_with: own, replace: former } = config;
    const by = own ?? former ?? '';
    const key = own === undefined && former !== undefined ? 'replace' : 'replace_with';
    return call(replaceText(find, by), cell, written('find', find), written(key, by));
  }
  if (operation === 'pad') {
    const widthLiteral = { ...literal('integer', BigInt(width)), written: at('width', width) };
    return call(padText(width, fill, side), cell, widthLiteral, written('fill_char', fill));
  }
  return call(SIMPLE[operation], cell);
}

function written(key: string, value: string): Literal {
  return { ...literal('string', value), written: at(key, value) };
}

function at(key: string, value: JsonValue): NonNullable<Literal['written']> {
  return { at: [key], value };
}
