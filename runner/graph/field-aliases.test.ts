import type { JsonObject } from '../domain/json.ts';
import { nodeOfType } from '../nodes/index.ts';
import { unknownConfigFields } from './config-warnings.ts';
import { checkConfig } from './node-config.ts';

function messages(type: string, config: JsonObject): string[] {
  const definition = nodeOfType(type);
  if (definition === undefined) throw new Error(type);
  return [...unknownConfigFields({ id: 'n', type, data: { config } }, definition)].map(
    ({ message }) => message,
  );
}

it.each<[string, JsonObject, string]>([
  ['chartLine', { x: 'a', y: 'b' }, 'y_columns'],
  ['chartArea', { x: 'a', values: ['b'] }, 'y_columns'],
  ['chartBar', { x: 'a', value: 'b' }, 'y'],
  ['chartBar', { x: 'a', y: 'c', by: 'b' }, 'group_by'],
  ['chartBar', { y: 'c', column: 'b' }, 'x'],
  ['chartPie', { x: 'a' }, 'category'],
  ['chartPie', { labels: 'a', y: 'b' }, 'value'],
  ['chartHistogram', { x: 'a' }, 'column'],
  ['chartBoxPlot', { y: 'a' }, 'column'],
  ['chartHeatmap', { x: 'a' }, 'columns'],
  ['sortRows', { by: 'a' }, 'columns'],
  ['groupByAggregate', { by: 'a' }, 'group_by'],
  ['groupByAggregate', { columns: 'a' }, 'group_by'],
  ['removeDuplicates', { columns: 'a' }, 'subset'],
  ['join', { by: 'a' }, 'on'],
  ['pivot', { value: 'a' }, 'values'],
  ['windowFunction', { column: 'a' }, 'target'],
  ['windowFunction', { by: 'a' }, 'partition_by'],
  ['limitRows', { value: 3 }, 'n'],
  ['assertValuesInSet', { column: 'a', values: [1] }, 'allowed'],
  ['sqlOutput', { on: 'id' }, 'keys'],
])(
  'an unknown config field of %s %j is answered with the key that it stands for',
  (type, config, key) => {
    expect(messages(type, config)).toContainEqual(
      expect.stringContaining(`Did you mean "${key}"?`),
    );
  },
);

it('a key with a value of its own is not suggested for another one', () => {
  expect(messages('chartScatter', { x: 'a', column: 'b', y: 'c' })).toEqual([
    expect.stringContaining('The fields are: '),
  ]);
});

it('a short name is no typo of a key without a letter in common', () => {
  expect(messages('limitRows', { x: 1 })).toEqual([expect.stringContaining('The fields are: ')]);
});

it('the error of a missing field names what it was called', () => {
  const definition = nodeOfType('limitRows')!;
  expect(checkConfig(definition, { value: 3 }, {})).toMatchObject({
    ok: false,
    issues: [
      { field: 'n', message: expect.stringContaining('Did you mean it by "value"?') as string },
    ],
  });
});
