import { z } from 'zod';
import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import { supertype } from '../../domain/types/supertype.ts';
import { typeOfValue } from '../../domain/types/type-of-value.ts';
import { asText, coerce } from '../../expressions/coerce.ts';
import { ifThenElse } from '../../expressions/operations/conditional.ts';
import { comparison } from '../../expressions/operations/logic.ts';
import {
  mapValues as mapEach,
  replaceValues as replaceEach,
  type Replacement,
} from '../../expressions/operations/replace-values.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { Literal } from '../../expressions/literal.ts';
import { defineNode } from '../definition.ts';
import { booleanField, columnField, textField, type FormField } from '../form.ts';
import { columnMapping } from '../rules/column-mapping.ts';
import { convertReplacement, convertTo, textOfLiteral } from '../rules/config-value.ts';
import { scalar, type Scalar } from '../rules/row-predicate.ts';
import { mapValuesExamples } from './examples/map-values-examples.ts';

type Value = Scalar | null;

const mapping: FormField<Readonly<Record<string, Value>>> = {
  label: 'Mapping',
  type: 'mapping',
  required: true,
  help: 'From value to new value. A number, boolean or date is found by its text.',
  schema: columnMapping(
    scalar.nullable(),
    'must be an object from value to new value',
    'needs at least one value',
  ),
};

const otherwise: FormField<Value> = {
  label: 'Default',
  type: 'string',
  required: false,
  default: '',
  help: 'The new value of all other values and of null. Without the key it is null.',
  schema: scalar.nullable(),
};

export const mapValues = defineNode({
  id: 'mapValues',
  label: 'Map Values',
  category: 'columns',
  description:
    'Maps values of a column to new values. All other values stay, or become a default. Mixed types become text.',
  form: {
    column: columnField('Column', { help: 'The column whose values are mapped.' }),
    new_column: textField('New column', z.string('must be text'), {
      default: '',
      nullMeans: 'absent',
      help: 'Empty: the column itself is replaced.',
    }),
    mapping,
    default: otherwise,
    use_default: booleanField('Use the default', {
      default: false,
      help: 'Without the key, a default that the config has is used, also an empty text or null.',
    }),
  },
  impliedConfig: (config) =>
    Object.hasOwn(config, 'default') ? { use_default: true } : { default: null },
  lower({ column: name, new_column: target, mapping: texts, default: other, use_default }, inputs) {
    const input = inputs.one();
    const column = input.column(name, 'column');
    const pairs = pairsOf(column, texts);
    const expression = use_default ? mapped(column, pairs, other) : replaced(column, pairs);
    const nameAt = target === '' ? undefined : ['new_column'];
    return input.withColumns([{ name: target === '' ? name : target, expression, nameAt }]);
  },
  examples: mapValuesExamples,
});

interface Pair {
  readonly key: string;
  readonly found: Literal;
  readonly value: Value;
}

/** The keys that a cell of the column can equal. Of two keys with one value, its own text counts. */
function pairsOf(column: ColumnSchema, texts: Readonly<Record<string, Value>>): readonly Pair[] {
  const pairs = new Map<Literal['value'], Pair>();
  if (column.type === 'null') return [];
  for (const [key, value] of Object.entries(texts)) {
    const found = convertTo(key, column.type);
    if (found === null) continue;
    const isOwnText = textOfLiteral(found).value === key;
    if (isOwnText || !pairs.has(found.value)) pairs.set(found.value, { key, found, value });
  }
  return [...pairs.values()];
}

function replaced(column: ColumnSchema, pairs: readonly Pair[]): TypedExpression {
  const cell = columnReference(column);
  if (pairs.length === 0) return cell;
  const sameType = replacements(pairs, column.type);
  if (sameType !== null) return replaceIn(cell, sameType);
  const floats = column.type === 'integer' ? replacements(pairs, 'float') : null;
  if (floats !== null) return replacedByFloats(cell, floats);
  // No boolean is left, so the new values have their own type.
  if (column.type === 'boolean' && pairs.length === 2) return mapped(column, pairs, null);
  const asTexts = replacements(pairs, 'string') ?? [];
  return replaceIn(
    asText(cell),
    asTexts.map(({ found, value }) => ({ found: textOfLiteral(found), value })),
  );
}

function replaceIn(cells: TypedExpression, all: readonly Replacement[]): TypedExpression {
  const literals = all.flatMap(({ found, value }) => [found, value]);
  return call(replaceEach(cells.type, all), cells, ...literals);
}

/** Compares integers, since two of them beyond 2^53 can become the same float. */
function replacedByFloats(cell: TypedExpression, all: readonly Replacement[]): TypedExpression {
  return all.reduce<TypedExpression>(
    (others, { found, value }) =>
      call(ifThenElse('float'), call(comparison('==', 'integer'), cell, found), value, others),
    coerce(cell, 'float') ?? cell,
  );
}

function mapped(column: ColumnSchema, pairs: readonly Pair[], other: Value): TypedExpression {
  // The default also replaces null.
  const present = pairs.filter(({ value }) => value !== null);
  const type = present.reduce<ColumnType>(
    (common, { value }) => supertype(common, typeOfValue(value)),
    typeOfValue(other),
  );
  const fallback = valueLiteral(other, type, ['default']) ?? literal(type, null);
  const all = replacements(present, type) ?? [];
  if (all.length === 0) return fallback;
  const literals = all.flatMap(({ found, value }) => [found, value]);
  return call(mapEach(type, all, fallback), columnReference(column), fallback, ...literals);
}

/** The replacements as literals of the type; null when a value has no such literal. */
function replacements(pairs: readonly Pair[], type: ColumnType): readonly Replacement[] | null {
  const all = pairs.flatMap(({ key, found, value }) => {
    const converted = valueLiteral(value, type, ['mapping', key]);
    return converted === null ? [] : [{ found, value: converted }];
  });
  return all.length === pairs.length ? all : null;
}

function valueLiteral(value: Value, type: ColumnType, at: readonly string[]): Literal | null {
  if (value === null) return literal(type, null);
  const converted = convertReplacement(value, type);
  return converted === null ? null : { ...converted, written: { at, value } };
}
