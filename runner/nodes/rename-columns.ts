import { z } from 'zod';
import { refuseRepeatedNames } from './rules/column-list.ts';
import { columnMapping } from './rules/column-mapping.ts';
import { checkFields, columnChecks, inField } from './rules/field-checks.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode } from './definition.ts';
import { inputColumn, takenFrom } from './lineage.ts';

const mapping = columnMapping(
  z.string('a new name must be text').min(1, 'a new name must not be empty'),
  'must be an object of old name to new name',
);

export const renameColumns = defineNode({
  kind: 'transform',
  id: 'renameColumns',
  label: 'Rename Columns',
  category: 'columns',
  description: 'Gives columns new names; all others keep theirs. Names may be swapped.',
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
      help: 'From the old name to the new one.',
    },
  ],
  rows: 'same',
  columns(inputs, config) {
    const newNames = new Map(Object.entries(config.mapping));
    checkFields(columnChecks('mapping', [...newNames.keys()], inputs.one()));
    const renamed = inputs
      .one()
      .map(({ name, type }) => ({ name: newNames.get(name) ?? name, type }));
    inField('mapping', () => {
      refuseRepeatedNames(renamed.map(({ name }) => name));
    });
    return renamed;
  },
  lineage: (_inputs, { mapping: newNames }) => ({
    columns: new Map(
      Object.entries(newNames).map(([old, name]) => [name, takenFrom(name, inputColumn(old))]),
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
      title: 'Names that every object of JavaScript has',
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
      title: 'A name that is already taken is refused',
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
      expected: { error: /"b" would be there twice/ },
    },
    {
      title: 'An unknown column is refused',
      config: { mapping: { amont: 'total' } },
      inputs: { in: { columns: [{ name: 'amount', type: 'integer' }], rows: [[1]] } },
      expected: { error: /no column "amont".*"amount"/ },
    },
  ],
});
