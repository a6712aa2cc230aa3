import { z } from 'zod';
import { COLUMN_TYPES, type ColumnSchema } from '../domain/column.ts';
import { findColumn } from '../domain/nearest-name.ts';
import { UserError } from '../domain/errors.ts';
import { schemaOf, withColumn } from '../engines/pandas/kernels/column-access.ts';
import { castNode } from '../expressions/cast.ts';
import { compiled, type CompiledExpression } from '../expressions/compiled-expression.ts';
import { toColumn, toPandasPython, toPolars, toPolarsPython } from '../expressions/index.ts';
import { datetimeFormat } from '../expressions/operations/datetime-text.ts';
import { columnReference } from '../expressions/typed.ts';
import { checkFields } from './rules/config-faults.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode, type ExampleTable } from './definition.ts';
import { computedFrom } from './lineage.ts';
import { assignLine } from './python/assign-code.ts';

const config = z.object({
  casts: z
    .record(z.string(), z.enum(COLUMN_TYPES, `must be one of ${COLUMN_TYPES.join(', ')}`), {
      error: 'must say a type for each column',
    })
    .refine((casts) => Object.keys(casts).length > 0, 'needs at least one column'),
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

/** The casts that change something. @throws UserError naming the column */
function castsOf(settings: Config, columns: readonly ColumnSchema[]): Cast[] {
  return Object.keys(settings.casts).flatMap((name) => castOf(name, settings, columns) ?? []);
}

/** Null: the column is of that type already. */
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
    return { name, expression: compiled(castNode(columnReference(column), type, options)) };
  } catch (error) {
    if (error instanceof UserError) throw new UserError(`Column "${name}": ${error.message}`);
    throw error;
  }
}

const RAW: readonly ColumnSchema[] = [
  { name: 'n', type: 'string' },
  { name: 'x', type: 'float' },
  { name: 'day', type: 'string' },
];

const textTable = (rows: ExampleTable['rows']) => ({ in: { columns: RAW, rows } });

export const castDtypes = defineNode({
  kind: 'transform',
  id: 'castDtypes',
  label: 'Change Types',
  category: 'clean',
  description:
    'Turns columns into other types. A value that does not fit fails the run or becomes null.',
  inputs: [DATAFRAME_IN],
  outputs: [DATAFRAME_OUT],
  defaultConfig: { casts: {}, errors: 'raise', format: '' },
  config,
  fields: [
    {
      key: 'casts',
      label: 'Types',
      type: 'string',
      required: true,
      help: 'Column to type: integer, float, boolean, string or datetime.',
    },
    {
      key: 'errors',
      label: 'A value that does not fit',
      type: 'select',
      required: false,
      default: 'raise',
      options: ['raise', 'coerce'],
      help: 'raise: the run fails and names the value. coerce: it becomes null.',
    },
    {
      key: 'format',
      label: 'Date format',
      type: 'string',
      required: false,
      default: '',
      placeholder: '%d/%m/%Y',
      help: 'How text says dates, as strftime has it. Empty: ISO 8601, each cell by itself.',
    },
  ],
  rows: 'same',
  checksValues: ({ errors }) => errors === 'raise',
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
    return castsOf(settings, schemaOf(frame)).reduce(
      (result, { name, expression }) => withColumn(result, name, toColumn(expression, frame)),
      frame,
    );
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
  examples: [
    {
      title: 'Text to integers: whole numbers only, exact beyond 2^53, the rest null',
      config: { casts: { n: 'integer' }, errors: 'coerce' },
      inputs: textTable([
        [' 12 ', null, null],
        ['9007199254740993', null, null],
        ['-3.0', null, null],
        ['2.5', null, null],
        ['abc', null, null],
        ['', null, null],
        [null, null, null],
      ]),
      expected: {
        columns: [{ name: 'n', type: 'integer' }, ...RAW.slice(1)],
        rows: [
          [12, null, null],
          [9007199254740993n, null, null],
          [-3, null, null],
          [null, null, null],
          [null, null, null],
          [null, null, null],
          [null, null, null],
        ],
      },
    },
    {
      title: 'ISO 8601 without a format, each cell by itself; an offset is turned into UTC',
      config: { casts: { day: 'datetime' }, errors: 'coerce' },
      inputs: textTable([
        [null, null, '2024-02-29'],
        [null, null, '2024-02-29T10:30:00+02:00'],
        [null, null, '2024-02-29 23:59:59.5'],
        [null, null, '29.02.2024'],
        [null, null, '2023-02-29'],
        [null, null, null],
      ]),
      expected: {
        columns: [...RAW.slice(0, 2), { name: 'day', type: 'datetime' }],
        rows: [
          [null, null, '2024-02-29T00:00:00'],
          [null, null, '2024-02-29T08:30:00'],
          [null, null, '2024-02-29T23:59:59.500'],
          [null, null, null],
          [null, null, null],
          [null, null, null],
        ],
      },
    },
    {
      title: 'Dates by a format',
      config: { casts: { day: 'datetime' }, errors: 'coerce', format: '%d/%m/%Y' },
      inputs: textTable([
        [null, null, '29/02/2024'],
        [null, null, '2024-02-29'],
      ]),
      expected: {
        columns: [...RAW.slice(0, 2), { name: 'day', type: 'datetime' }],
        rows: [
          [null, null, '2024-02-29T00:00:00'],
          [null, null, null],
        ],
      },
    },
    {
      title: 'Whole floats as integers; text as booleans',
      config: { casts: { x: 'integer', n: 'boolean' } },
      inputs: textTable([
        ['TRUE', 2, null],
        ['0', -7, null],
        [null, null, null],
      ]),
      expected: {
        columns: [
          { name: 'n', type: 'boolean' },
          { name: 'x', type: 'integer' },
          { name: 'day', type: 'string' },
        ],
        rows: [
          [true, 2, null],
          [false, -7, null],
          [null, null, null],
        ],
      },
    },
    {
      title: 'Everything as text',
      config: { casts: { id: 'string', x: 'string', ok: 'string', day: 'string' } },
      inputs: {
        in: {
          columns: [
            { name: 'id', type: 'integer' },
            { name: 'x', type: 'float' },
            { name: 'ok', type: 'boolean' },
            { name: 'day', type: 'datetime' },
          ],
          rows: [
            [10, 2.5, true, '2024-02-29T00:00:00'],
            [null, 2, false, '2024-02-29T10:30:00.250'],
            [9007199254740993n, null, null, null],
          ],
        },
      },
      expected: {
        columns: [
          { name: 'id', type: 'string' },
          { name: 'x', type: 'string' },
          { name: 'ok', type: 'string' },
          { name: 'day', type: 'string' },
        ],
        rows: [
          ['10', '2.5', 'true', '2024-02-29 00:00:00'],
          [null, '2.0', 'false', '2024-02-29 10:30:00.250'],
          ['9007199254740993', null, null, null],
        ],
      },
    },
    {
      title: 'A value that does not fit fails the run',
      config: { casts: { n: 'integer' } },
      inputs: textTable([['12 kg', null, null]]),
      expected: { error: /"12 kg" cannot be read as a 64-bit integer/ },
    },
    {
      title: 'A float that is not whole is no integer',
      config: { casts: { x: 'integer' } },
      inputs: textTable([[null, 1.5, null]]),
      expected: { error: /1\.5 is not a whole/ },
    },
    {
      title: 'A datetime is no boolean',
      config: { casts: { day: 'boolean' } },
      inputs: { in: { columns: [{ name: 'day', type: 'datetime' }], rows: [] } },
      expected: { error: /"day".*cannot be cast to boolean/ },
    },
  ],
});
