import { z } from 'zod';
import { checkDistinctNames } from './rules/column-list.ts';
import { columnMapping } from './rules/column-mapping.ts';
import { checkFields, columnChecks, attributeToField } from './rules/field-checks.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode } from './definition.ts';
import { inputColumn, copiedFrom } from './lineage.ts';

const mapping = columnMapping(
  z.string('a new name must be text').min(1, 'a new name must not be empty'),
  'must be an object from old name to new name',
);

export const renameColumns = defineNode({
  kind: 'transform',
  id: 'renameColumns',
  label: 'Rename Columns',
  category: 'columns',
  description: 'Renames columns and keeps all others. Names can be swapped.',
  inputs: [DATAFRAME_IN],
  outputs: [DATAFRAME_OUT],
  defaultConfig: { mapping: {} },
  config: z.object({ mapping }),
  fields: [
    {
      key: 'mapping',
      label: 'New names',
      type: 'mapping',
      required: true,
      help: 'From old name to new name.',
    },
  ],
  rows: 'same',
  columns(inputs, config) {
    const newNames = new Map(Object.entries(config.mapping));
    checkFields(columnChecks('mapping', [...newNames.keys()], inputs.one()));
    const renamed = inputs
      .one()
      .map(({ name, type }) => ({ name: newNames.get(name) ?? name, type }));
    attributeToField('mapping', () => {
      checkDistinctNames(renamed.map(({ name }) => name));
    });
    return renamed;
  },
  lineage: (_inputs, { mapping: newNames }) => ({
    columns: new Map(
      Object.entries(newNames).map(([old, name]) => [name, copiedFrom(name, inputColumn(old))]),
    ),
  }),
  polars(inputs, config) {
    return inputs.one().lazy.rename(config.mapping);
  },
  pandas(inputs, config) {
    const frame = inputs.one();
    const newNames = new Map(Object.entries(config.mapping));
    return { ...frame, names: frame.names.map((name) => newNames.get(name) ?? name) };
  },
  python: {
    pandas(_config, python) {
      python.line(
        `${python.target} = ${python.frame()}.rename(columns=${python.value(['mapping'])})`,
      );
    },
    polars(_config, python) {
      python.line(`${python.target} = ${python.frame()}.rename(${python.value(['mapping'])})`);
    },
  },
  examples: [
    {
      title: 'Two names are swapped',
      config: { mapping: { a: 'b', b: 'a' } },
      inputs: {
        in: {
          columns: [
            { name: 'a', type: 'integer' },
            { name: 'b', type: 'float' },
            { name: 'c', type: 'string' },
          ],
          rows: [[1, 2.5, 'x']],
        },
      },
      expected: {
        columns: [
          { name: 'b', type: 'integer' },
          { name: 'a', type: 'float' },
          { name: 'c', type: 'string' },
        ],
        rows: [[1, 2.5, 'x']],
      },
    },
    {
      title: 'Names of JavaScript object members',
      config: { mapping: { ['__proto__']: 'toString', constructor: '__proto__' } },
      inputs: {
        in: {
          columns: [
            { name: '__proto__', type: 'integer' },
            { name: 'constructor', type: 'float' },
            { name: 'valueOf', type: 'string' },
          ],
          rows: [[1, 2.5, 'x']],
        },
      },
      expected: {
        columns: [
          { name: 'toString', type: 'integer' },
          { name: '__proto__', type: 'float' },
          { name: 'valueOf', type: 'string' },
        ],
        rows: [[1, 2.5, 'x']],
      },
    },
    {
      title: 'An existing name is an error',
      config: { mapping: { a: 'b' } },
      inputs: {
        in: {
          columns: [
            { name: 'a', type: 'integer' },
            { name: 'b', type: 'integer' },
          ],
          rows: [[1, 2]],
        },
      },
      expected: { error: /"b" occurs more than once/ },
    },
    {
      title: 'An unknown column is an error',
      config: { mapping: { amont: 'total' } },
      inputs: { in: { columns: [{ name: 'amount', type: 'integer' }], rows: [[1]] } },
      expected: { error: /no column "amont".*"amount"/ },
    },
  ],
});
