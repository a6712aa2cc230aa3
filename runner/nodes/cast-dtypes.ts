import { z } from 'zod';
import { COLUMN_TYPES, type ColumnSchema } from '../domain/column.ts';
import { findColumn } from '../domain/nearest-name.ts';
import { UserError } from '../domain/errors.ts';
import { TYPES_BY_FOREIGN_NAME } from '../domain/types/type-names.ts';
import { schemaOf, withColumns } from '../engines/pandas/kernels/column-access.ts';
import { castExpression } from '../expressions/cast.ts';
import {
  toCompiledExpression,
  type CompiledExpression,
} from '../expressions/compiled-expression.ts';
import { toColumn, toPandasPython, toPolars, toPolarsPython } from '../expressions/index.ts';
import { datetimeFormat } from '../expressions/operations/datetime-text.ts';
import { columnReference } from '../expressions/typed-expression.ts';
import { columnMapping } from './rules/column-mapping.ts';
import { checkFields } from './rules/field-checks.ts';
import { oneOfMessage } from './rules/one-of-message.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode } from './definition.ts';
import { castDtypesExamples } from './examples/cast-dtypes-examples.ts';
import { computedFrom } from './lineage.ts';
import { assignLine } from './python/assign-code.ts';

const config = z.object({
  casts: columnMapping(
    z.enum(COLUMN_TYPES, {
      error: oneOfMessage({ values: COLUMN_TYPES, spellings: TYPES_BY_FOREIGN_NAME }),
    }),
    'must have a type for each column',
  ),
  errors: z.enum(['raise', 'coerce'], 'must be raise or coerce'),
  format: z.string('must be text').superRefine((format, context) => {
    try {
      if (format !== '') datetimeFormat(format);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
    }
  }),
});
type Config = z.infer<typeof config>;

interface Cast {
  readonly name: string;
  readonly expression: CompiledExpression;
}

/** The casts that change a type. @throws UserError that names the column */
function castsOf(settings: Config, columns: readonly ColumnSchema[]): Cast[] {
  return Object.keys(settings.casts).flatMap((name) => castOf(name, settings, columns) ?? []);
}

/** Null: the column already has the type. */
function castOf(
  name: string,
  { casts, errors, format }: Config,
  columns: readonly ColumnSchema[],
): Cast | null {
  const column = findColumn(columns, name);
  const type = casts[name] ?? column.type;
  if (column.type === type) return null;
  const options = { lenient: errors === 'coerce', format };
  try {
    return {
      name,
      expression: toCompiledExpression(castExpression(columnReference(column), type, options)),
    };
  } catch (error) {
    if (error instanceof UserError) throw new UserError(`Column "${name}": ${error.message}`);
    throw error;
  }
}

export const castDtypes = defineNode({
  kind: 'transform',
  id: 'castDtypes',
  label: 'Change Types',
  category: 'clean',
  description:
    'Converts columns to other types. A value that cannot be converted fails the run or becomes null.',
  inputs: [DATAFRAME_IN],
  outputs: [DATAFRAME_OUT],
  defaultConfig: { casts: {}, errors: 'raise', format: '' },
  config,
  fields: [
    {
      key: 'casts',
      label: 'Types',
      type: 'mapping',
      required: true,
      placeholder: '{"amount": "float"}',
      help: `The type of each column: ${new Intl.ListFormat('en', { type: 'disjunction' }).format(COLUMN_TYPES)}.`,
    },
    {
      key: 'errors',
      label: 'Conversion errors',
      type: 'select',
      required: false,
      default: 'raise',
      options: ['raise', 'coerce'],
      help: 'raise: the run fails and names the value. coerce: the value becomes null.',
    },
    {
      key: 'format',
      label: 'Date format',
      type: 'string',
      required: false,
      default: '',
      placeholder: '%d/%m/%Y',
      help: 'The format of dates in text, with the directives of strftime: %Y %m %d %H %I %M %S %f %y %b %B %p %z %%. Empty: ISO 8601, detected for each cell.',
    },
  ],
  rows: 'same',
  checksValues: ({ errors }) => errors === 'raise',
  expressions: (inputs, settings) =>
    castsOf(settings, inputs.one()).map(({ expression }) => expression),
  columns(inputs, settings) {
    const names = Object.keys(settings.casts);
    checkFields(names.map((name) => ['casts', () => castOf(name, settings, inputs.one())]));
    const types = new Map(
      castsOf(settings, inputs.one()).map(({ name, expression }) => [name, expression.type]),
    );
    return inputs.one().map(({ name, type }) => ({ name, type: types.get(name) ?? type }));
  },
  lineage: (inputs, settings) => ({
    columns: new Map(castsOf(settings, inputs.one()).map(({ name }) => [name, computedFrom(name)])),
  }),
  polars(inputs, settings, { pl }) {
    const { lazy, columns } = inputs.one();
    const casts = castsOf(settings, columns);
    if (casts.length === 0) return lazy;
    return lazy.withColumns(
      ...casts.map(({ name, expression }) => toPolars(expression, pl).alias(name)),
    );
  },
  pandas(inputs, settings) {
    const frame = inputs.one();
    const casts = castsOf(settings, schemaOf(frame)).map(({ name, expression }) => ({
      name,
      column: toColumn(expression, frame),
    }));
    return withColumns(frame, casts);
  },
  python: {
    pandas(settings, python) {
      const casts = castsOf(settings, python.columns());
      if (casts.length === 0) {
        python.line(`${python.target} = ${python.frame()}`);
        return;
      }
      const codes = casts.map(({ name, expression }) => ({
        path: null,
        name,
        code: toPandasPython(expression, python.frame(), python),
      }));
      assignLine(python, codes);
    },
    polars(settings, python) {
      const casts = castsOf(settings, python.columns());
      python.line(`${python.target} = ${python.frame()}.with_columns(`);
      for (const { name, expression } of casts) {
        const code = toPolarsPython(expression, python);
        python.line(`    (${code}).alias(${python.literal(name)}),`);
      }
      python.line(')');
    },
  },
  examples: castDtypesExamples,
});
