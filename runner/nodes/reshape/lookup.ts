import { z } from 'zod';
import { unusedName } from '../../domain/unused-name.ts';
import type { JsonValue } from '../../domain/json.ts';
import { findColumn } from '../../domain/nearest-name.ts';
import { coerceNull } from '../../expressions/coerce.ts';
import { combineBalanced } from '../../expressions/combine-balanced.ts';
import { ifThenElse } from '../../expressions/operations/conditional.ts';
import {
  isNotNullOperation,
  isNullOperation,
  logicalAnd,
} from '../../expressions/operations/logic.ts';
import { call, columnReference, literal } from '../../expressions/typed-expression.ts';
import type { Literal } from '../../expressions/literal.ts';
import { attributeToField, checkDistinctNames } from '../../plan/builders/field-checks.ts';
import type { Field } from '../../plan/relation.ts';
import type { Table } from '../../plan/table.ts';
import { DATAFRAME_IN, defineNode } from '../definition.ts';
import { columnsField, optionalColumnsField, type FormField } from '../form.ts';
import { columnMapping } from '../rules/column-mapping.ts';
import { convertExactly } from '../rules/config-value.ts';
import { scalar } from '../rules/row-predicate.ts';
import { lookupExamples } from './examples/lookup-examples.ts';

/** Appended to an added column with the name of a column of the input. */
const SUFFIX = '_lookup';

type Defaults = Readonly<Record<string, JsonValue>>;

const none = z.custom<Readonly<Record<string, never>>>(isEmptyObject);
const MAPPING_RULE = 'must be an object from columns to values';
const mapping = columnMapping(scalar, MAPPING_RULE);
const defaults: FormField<Defaults> = {
  label: 'Defaults',
  type: 'mapping',
  required: false,
  default: {},
  help: 'The value of a new column where no row of the lookup table matches, by column. Other columns are null there.',
  schema: z.union([none, mapping], MAPPING_RULE),
};

export const lookup = defineNode({
  id: 'lookup',
  label: 'Lookup',
  category: 'reshape',
  description:
    'Adds columns of the row of a lookup table that has the same key. Rows and their order are kept. The keys of the lookup table must be unique; a null key matches nothing. A column that the input has too gets the suffix _lookup.',
  inputs: [DATAFRAME_IN, { ...DATAFRAME_IN, id: 'lookup' }],
  form: {
    on: columnsField('On', { help: 'The key columns, which both inputs have.' }),
    columns: optionalColumnsField('Columns to add', {
      help: 'Columns of the lookup table. Empty: all that are no keys.',
    }),
    defaults,
  },
  lower({ on, columns, defaults: values }, inputs) {
    const input = inputs.one();
    const table = inputs.one('lookup');
    const added = addedColumns(table, { on, columns });
    const isTaken = new Set(input.columns.map(({ name }) => name));
    const finalName = (name: string): string => name + (isTaken.has(name) ? SUFFIX : '');
    const names = [...input.columns.map(({ name }) => name), ...added.map(finalName)];
    attributeToField('columns', () => {
      checkDistinctNames(names);
    });
    const defaultOf = defaultsOf(table, added, values);
    const match = unusedName('match', [...names, ...added]);
    const kept = new Set([...on, ...added]);
    const others = table.columns.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
    const keyed = withUniqueKeys(table, on).without(others);
    const marked = keyed.withColumns([{ name: match, expression: literal('boolean', true) }]);
    const joined = input.join(defaultOf.size === 0 ? keyed : marked, {
      leftKeys: on,
      rightKeys: on,
      keyFields: ['on', 'on'],
      how: 'left',
      suffixes: ['', SUFFIX],
    });
    if (defaultOf.size === 0) return joined;
    const isMissing = call(isNullOperation, columnReference({ name: match, type: 'boolean' }));
    const filled = [...defaultOf].map(([source, value]): Field => {
      const name = finalName(source);
      const column = columnReference(joined.column(name, 'defaults'));
      const cell = column.type === 'null' ? coerceNull(column, value.type) : column;
      return { name, expression: call(ifThenElse(value.type), isMissing, value, cell) };
    });
    return joined.withColumns(filled).without([match]);
  },
  examples: lookupExamples,
});

/** The columns to add. @throws ConfigError for unknown columns, and for keys */
function addedColumns(
  table: Table,
  { on, columns }: { readonly on: readonly string[]; readonly columns: readonly string[] },
): readonly string[] {
  table.select(on, 'on');
  const isKey = new Set(on);
  const names = table.columnsOrAll(columns, 'columns').map(({ name }) => name);
  if (columns.length === 0) return names.filter((name) => !isKey.has(name));
  attributeToField('columns', () => {
    checkDistinctNames([...on, ...names]);
  });
  return names;
}

/** The default of each added column that has one. @throws ConfigError for another column or an invalid value */
function defaultsOf(
  table: Table,
  added: readonly string[],
  values: Defaults,
): ReadonlyMap<string, Literal> {
  const columns = table.columns.filter(({ name }) => added.includes(name));
  return attributeToField(
    'defaults',
    () =>
      new Map(
        Object.entries(values).map(([name, value]): [string, Literal] => {
          const written = { at: ['defaults', name], value };
          return [name, { ...convertExactly(value, findColumn(columns, name)), written }];
        }),
      ),
  );
}

/** The rows without a null key. Their keys are checked. */
function withUniqueKeys(table: Table, on: readonly string[]): Table {
  const isComplete = on.map((name) =>
    call(isNotNullOperation, columnReference(table.column(name, 'on'))),
  );
  const predicate = combineBalanced(logicalAnd, isComplete);
  const complete = predicate === null ? table : table.filter(predicate);
  return complete.check({
    // No key of the config: the script has the names, which a join needs too.
    test: { kind: 'unique', keys: on, at: ['keys'] },
    mode: 'error',
    modeAt: ['mode'],
    rule: ['The keys of the lookup table must be unique'],
    shown: on,
  });
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
