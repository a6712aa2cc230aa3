// How the keys of configs are read, before a node does anything: what null, an empty text, a single column, a
// repeated one and a missing key stand for.
import type { JsonObject, JsonValue } from '../../runner/domain/json.ts';
import { checkConfig } from '../../runner/graph/node-config.ts';
import { nodeOfType, nodes } from '../../runner/nodes/index.ts';

/** A valid config of each type of the tables below. */
const VALID: Readonly<Record<string, JsonObject>> = {
  assertNotNull: {},
  assertUnique: {},
  assertRowCount: { min_rows: 1 },
  assertValueRange: { column: 'a', min: 1 },
  assertValuesInSet: { column: 'a', allowed: [1] },
  binColumn: { column: 'a', new_column: 'b' },
  castDtypes: { casts: { a: 'float' } },
  chartArea: { x: 'a', y_columns: ['b'] },
  chartBar: { x: 'a', aggregate: 'count' },
  chartBoxPlot: { column: 'a' },
  chartHeatmap: {},
  chartHistogram: { column: 'a' },
  chartLine: { x: 'a', y_columns: ['b'] },
  chartPie: { category: 'a' },
  chartScatter: { x: 'a', y: 'b' },
  combineColumns: { columns: ['a', 'b'], new_column: 'c' },
  dropNulls: {},
  fileInput: { dataset_id: 'd' },
  fileOutput: {},
  fillNulls: { value: 0 },
  filterRows: { column: 'a', operator: '==', value: 1 },
  join: { on: ['a'] },
  limitRows: { n: 1 },
  mapValues: { column: 'a', mapping: { x: 'y' } },
  parseDates: { columns: ['a'] },
  pivot: { index: ['a'], columns: 'b', values: 'c' },
  pythonTransform: { script: 'return df' },
  removeDuplicates: {},
  removeOutliers: { columns: ['a'] },
  replaceValues: { column: 'a', to_replace: 1, value: 2 },
  rollingAggregate: { target: 'a', function: 'mean', window: 2, new_column: 'b' },
  roundNumbers: { columns: ['a'] },
  rowDifference: { target: 'a', new_column: 'b' },
  sampleRows: { n: 1, seed: 1 },
  sortRows: { columns: ['a'] },
  splitColumn: { column: 'a', delimiter: ',', into: ['b'] },
  sqlInput: { connection_id: 'c', table: 't' },
  storageInput: { connection_id: 'c', path: 'a.csv', format: 'csv' },
  storageOutput: { connection_id: 'c' },
  stringTransform: { column: 'a', operation: 'upper' },
  unpivot: { id_vars: ['a'] },
  windowFunction: { function: 'row_number', new_column: 'b' },
};

function read(type: string, config: JsonObject): ReturnType<typeof checkConfig> {
  const node = nodeOfType(type);
  if (node === undefined) throw new TypeError(`There is no node type ${type}.`);
  return checkConfig(node, config, {});
}

function validOf(type: string): JsonObject {
  const config = VALID[type];
  if (config === undefined) throw new TypeError(`${type} has no valid config here.`);
  return config;
}

/** The first problem of a config; null without one. */
function problemOf(type: string, config: JsonObject): string | null {
  const checked = read(type, config);
  return checked.ok ? null : (checked.issues[0]?.message ?? '');
}

it.each(Object.entries(VALID))('reads the config of %s that the tables start from', (...given) => {
  expect(problemOf(...given)).toBeNull();
});

describe('null stands for a key that is not given', () => {
  const KEYS: readonly (readonly [type: string, ...keys: string[]])[] = [
    ['dropNulls', 'subset'],
    ['removeDuplicates', 'subset'],
    ['fillNulls', 'columns'],
    ['assertNotNull', 'columns'],
    ['assertUnique', 'columns'],
    ['chartHeatmap', 'columns', 'title'],
    ['unpivot', 'value_vars'],
    ['windowFunction', 'partition_by', 'order_by', 'target'],
    ['rollingAggregate', 'partition_by', 'order_by', 'min_periods'],
    ['rowDifference', 'partition_by', 'order_by'],
    ['binColumn', 'labels'],
    ['mapValues', 'new_column'],
    ['castDtypes', 'format', 'errors'],
    ['parseDates', 'format'],
    ['join', 'left_on', 'right_on', 'suffixes'],
    ['chartBar', 'title', 'y', 'orientation', 'group_by', 'limit', 'sort'],
    ['chartPie', 'title', 'value', 'aggregate', 'limit', 'sort'],
    ['chartLine', 'title', 'aggregate'],
    ['chartArea', 'title', 'aggregate'],
    ['chartScatter', 'title'],
    ['chartHistogram', 'title', 'bins'],
    ['chartBoxPlot', 'title', 'group_by'],
    ['fileInput', 'format', 'dataset_version'],
    ['fileOutput', 'format', 'dataset_name'],
    ['sqlInput', 'mode', 'schema', 'query'],
    ['storageOutput', 'path', 'if_exists'],
  ];

  it.each(KEYS.flatMap(([type, ...keys]) => keys.map((key) => [type, key] as const)))(
    '%s: %s',
    (type, key) => {
      const config = validOf(type);
      expect(read(type, { ...config, [key]: null })).toEqual(read(type, config));
    },
  );

  it('also where the other keys of a join have the columns', () => {
    const keys = { left_on: ['a'], right_on: ['b'] };
    expect(read('join', { ...keys, on: null })).toEqual(read('join', keys));
  });
});

describe('null is refused', () => {
  it.each([
    ['dropNulls', 'how'],
    ['sortRows', 'na_position'],
    ['limitRows', 'n'],
    ['limitRows', 'offset'],
    ['parseDates', 'errors'],
    ['join', 'how'],
    ['pivot', 'aggfunc'],
    ['splitColumn', 'mode'],
    ['removeOutliers', 'method'],
    ['rowDifference', 'method'],
    ['roundNumbers', 'decimals'],
    ['assertNotNull', 'mode'],
    ['assertUnique', 'mode'],
    ['assertRowCount', 'mode'],
    ['assertValueRange', 'mode'],
    ['assertValuesInSet', 'mode'],
  ])('%s: %s', (type, key) => {
    expect(problemOf(type, { ...validOf(type), [key]: null })).toContain(`"${key}"`);
  });
});

describe('null is false, and another type is refused', () => {
  it.each([
    ['combineColumns', 'keep_original'],
    ['splitColumn', 'keep_original'],
    ['replaceValues', 'regex'],
    ['mapValues', 'use_default'],
    ['windowFunction', 'descending'],
    ['rollingAggregate', 'descending'],
    ['rowDifference', 'descending'],
    ['assertValuesInSet', 'allow_null'],
    ['assertValueRange', 'inclusive'],
  ])('%s: %s', (type, key) => {
    const config = validOf(type);
    expect(read(type, { ...config, [key]: null })).toEqual(read(type, { ...config, [key]: false }));
    for (const other of ['yes', 1, []]) {
      expect(problemOf(type, { ...config, [key]: other })).toMatch(
        `"${key}": must be true or false`,
      );
    }
  });
});

describe('one column may be a text where a list of columns is asked for', () => {
  const lists = nodes.flatMap(({ id, fields }) =>
    fields.filter(({ type }) => type === 'column_list').map(({ key }) => [id, key] as const),
  );

  it.each(lists)('%s: %s', (type, key) => {
    const config = VALID[type] ?? {};
    const asList = read(type, { ...config, [key]: ['a'] });
    expect(read(type, { ...config, [key]: 'a' })).toEqual(asList);
  });

  it('is the parameter of a flow too', () => {
    const node = nodeOfType('dropColumns');
    if (node === undefined) throw new TypeError('There is no dropColumns.');
    const read = checkConfig(node, { columns: '{{ name }}' }, { name: 'a' });
    expect(read).toEqual({ ok: true, config: { columns: ['a'] } });
  });

  it('and a list of one where one column is asked for, in the columns of a pivot', () => {
    const config = validOf('pivot');
    expect(read('pivot', { ...config, columns: ['b'] })).toEqual(read('pivot', config));
    expect(problemOf('pivot', { ...config, columns: ['b', 'c'] })).toContain('"columns"');
    expect(problemOf('pivot', { ...config, values: ['c'] })).toContain('"values"');
  });
});

describe('an empty text stands for a key that is not given', () => {
  it.each([
    ['fileInput', 'format'],
    ['fileOutput', 'format'],
    ['chartBar', 'orientation'],
    ['chartBar', 'sort'],
    ['chartPie', 'aggregate'],
    ['chartPie', 'sort'],
    ['chartLine', 'aggregate'],
    ['sqlInput', 'mode'],
  ])('%s: %s', (type, key) => {
    const config = validOf(type);
    expect(read(type, { ...config, [key]: '' })).toEqual(read(type, config));
  });
});

describe('a text that a selection does not have stands for its default', () => {
  it.each([
    ['sqlInput', 'mode', 'all', 'table'],
    ['sqlInput', 'mode', 'Table', 'table'],
    ['storageOutput', 'if_exists', 'replace', 'overwrite'],
    ['storageOutput', 'if_exists', '', 'overwrite'],
  ])('%s: %s is %j', (type, key, text, meant) => {
    const config = validOf(type);
    expect(read(type, { ...config, [key]: text })).toEqual(read(type, { ...config, [key]: meant }));
  });

  it.each([
    ['sqlInput', 'mode', 1],
    ['storageOutput', 'if_exists', true],
  ])('and a value of another type is refused in %s: %s is %j', (type, key, value) => {
    expect(problemOf(type, { ...validOf(type), [key]: value })).toContain(`"${key}"`);
  });

  it('and "error" is never one', () => {
    const config = { ...validOf('storageOutput'), if_exists: 'error' };
    expect(read('storageOutput', config)).toMatchObject({ config: { if_exists: 'error' } });
  });
});

describe('an encoding may be in any letter case', () => {
  it.each([
    ['UTF-8', 'utf-8'],
    ['Latin-1', 'latin-1'],
    ['CP1252', 'cp1252'],
  ])('%s', (encoding, meant) => {
    const config = validOf('storageInput');
    const lower = read('storageInput', { ...config, encoding: meant });
    expect(read('storageInput', { ...config, encoding })).toEqual(lower);
  });
});

describe('a path may begin in the folder of the storage', () => {
  it.each([
    ['storageInput', './a/b.csv', 'a/b.csv'],
    ['storageInput', '././a.csv', 'a.csv'],
    ['storageOutput', './a.csv', 'a.csv'],
  ])('%s: %s', (type, path, meant) => {
    const config = validOf(type);
    expect(read(type, { ...config, path })).toEqual(read(type, { ...config, path: meant }));
  });

  it.each(['./', './/a.csv', '../a.csv', 'a/./b.csv', '.'])('and not elsewhere: %s', (path) => {
    expect(problemOf('storageInput', { ...validOf('storageInput'), path })).toContain('"path"');
  });

  it('where a parameter has it too', () => {
    const node = nodeOfType('storageInput');
    if (node === undefined) throw new TypeError('There is no storageInput.');
    const config = { connection_id: 'c', path: '{{ file }}', format: 'csv' };
    const read = checkConfig(node, config, { file: './a.csv' });
    expect(read).toMatchObject({ ok: true, config: { path: 'a.csv' } });
  });
});

describe('a key of another mode is not checked', () => {
  it.each<[string, string, JsonValue]>([
    ['stringTransform', 'find', null],
    ['stringTransform', 'width', null],
    ['stringTransform', 'side', null],
    ['stringTransform', 'width', -5],
    ['splitColumn', 'pattern', null],
    ['sqlInput', 'query', null],
    ['windowFunction', 'offset', 0],
    ['filterRows', 'value2', []],
  ])('%s: %s is %j', (type, key, value) => {
    const config = validOf(type);
    expect(read(type, { ...config, [key]: value })).toEqual(read(type, config));
  });

  it('and a query needs no table', () => {
    const config = { connection_id: 'c', mode: 'query', query: 'SELECT 1' };
    expect(read('sqlInput', { ...config, table: null })).toEqual(read('sqlInput', config));
  });
});

describe('a column that is named twice', () => {
  it.each([
    ['assertNotNull', 'columns'],
    ['assertUnique', 'columns'],
    ['chartHeatmap', 'columns'],
    ['chartLine', 'y_columns'],
    ['chartArea', 'y_columns'],
  ])('is read once in %s', (type, key) => {
    const config = validOf(type);
    expect(read(type, { ...config, [key]: ['b', 'a', 'b'] })).toEqual(
      read(type, { ...config, [key]: ['b', 'a'] }),
    );
  });

  it('leaves room for 8 series, and empty names none', () => {
    const names = Array.from({ length: 8 }, (_, at) => `s${at}`);
    const config = { x: 'a', y_columns: [...names, ...names, ''] };
    expect(problemOf('chartLine', config)).toBeNull();
    expect(problemOf('chartLine', { ...config, y_columns: ['', ''] })).toContain('"y_columns"');
    expect(problemOf('chartLine', { ...config, y_columns: [...names, 'more'] })).toContain('8');
  });
});

describe('a config that lacks a key is refused with the default of old', () => {
  it.each<[string, string, JsonValue | undefined]>([
    ['filterRows', 'operator', '=='],
    ['filterRows', 'value', ''],
    ['fillNulls', 'value', ''],
    ['limitRows', 'n', 100],
    ['sampleRows', 'n', 100],
    ['sampleRows', 'seed', 42],
    ['replaceValues', 'to_replace', ''],
    ['replaceValues', 'value', ''],
    ['stringTransform', 'operation', 'lower'],
    ['splitColumn', 'delimiter', ','],
    ['windowFunction', 'function', 'row_number'],
    ['rollingAggregate', 'function', 'mean'],
    ['rollingAggregate', 'window', 3],
    ['pythonTransform', 'script', 'return df'],
  ])('%s: %s', (type, key, former) => {
    const config = Object.fromEntries(
      Object.entries(validOf(type)).filter(([name]) => name !== key),
    );
    const shown = JSON.stringify(former);
    expect(problemOf(type, config)).toBe(
      `"${key}" is missing: ${type} needs it. The default until now was ${shown}: write "${key}": ${shown} to keep it.`,
    );
    expect(problemOf(type, { ...config, [key]: former ?? null })).toBeNull();
  });

  it.each<[string, JsonObject]>([
    ['filterRows', { column: 'a', operator: 'isnull' }],
    ['filterRows', { column: 'a', operator: 'notnull' }],
    ['fillNulls', { strategy: 'mean' }],
    ['fillNulls', { value: null }],
    ['sampleRows', { frac: 0.5, seed: 1 }],
    ['splitColumn', { column: 'a', mode: 'regex', pattern: '(a)', into: ['b'] }],
  ])('but not by %s with %j, which does not read it', (type, config) => {
    expect(problemOf(type, config)).toBeNull();
  });
});
