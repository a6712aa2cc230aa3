import type { FlowParameter, ParameterType } from '../domain/graph.ts';
import type { JsonObject, JsonValue } from '../domain/json.ts';
import type { AnyNode, NodeExample } from '../nodes/definition.ts';
import { nodes } from '../nodes/index.ts';
import { OPERATORS } from '../nodes/rules/row-predicate.ts';
import { exportFlow } from './export-flow.ts';
import type { ExportRequest } from './export-request.ts';
import { regexClassExamples } from '../nodes/columns/examples/regex-class-examples.ts';

const SCRIPTS = ['code', 'polars', 'polars_lazy'] as const;

const VARIABLE = 'planned_value';
const PLACEHOLDER = `{{ ${VARIABLE} }}`;

const AB: NodeExample['inputs'] = {
  in: {
    columns: [
      { name: 'a', type: 'integer' },
      { name: 'b', type: 'integer' },
    ],
    rows: [],
  },
};

/**
 * The fields of which a script has the planned value. Another value would need another script: other code,
 * or other names and types of columns for the nodes that follow.
 */
const FIXED_FIELDS: ReadonlySet<string> = new Set([
  // The types of columns, or code that depends on them.
  'castDtypes.casts',
  'castDtypes.errors',
  'castDtypes.format',
  'fillNulls.columns',
  'filterRows.column',
  'coalesceColumns.columns',
  'coalesceColumns.keep_original',
  'combineColumns.columns',
  'combineColumns.keep_original',
  'hashColumn.columns',
  'hashColumn.keep_original',
  'extractDateParts.column',
  'extractDateParts.parts',
  'dateDifference.start_column',
  'dateDifference.end_column',
  'dateDifference.unit',
  'dateAdd.column',
  'dateAdd.unit',
  'parseDates.columns',
  'parseDates.format',
  'parseDates.errors',
  'binColumn.method',
  'removeOutliers.columns',
  'removeOutliers.method',
  'removeOutliers.action',
  'removeOutliers.lower',
  'removeOutliers.upper',
  'roundNumbers.columns',
  'roundNumbers.decimals',
  'assertValueRange.column',
  'assertValueRange.inclusive',
  'assertValuesInSet.column',
  'assertValuesInSet.allow_null',
  // The operation.
  'fillNulls.strategy',
  'filterRows.operator',
  'groupByAggregate.aggregations',
  'removeDuplicates.keep',
  // The names and types of columns that both inputs, or the rows of the input, decide.
  'join.on',
  'join.left_on',
  'join.right_on',
  'join.how',
  'join.suffixes',
  'crossJoin.suffixes',
  'crossJoin.max_rows',
  'asofJoin.on',
  'asofJoin.left_on',
  'asofJoin.right_on',
  'asofJoin.by',
  'asofJoin.left_by',
  'asofJoin.right_by',
  'asofJoin.direction',
  'asofJoin.tolerance',
  'asofJoin.tolerance_unit',
  'asofJoin.suffixes',
  'lookup.on',
  'lookup.columns',
  'splitRows.by',
  'mapValues.column',
  'mapValues.use_default',
  'pivot.index',
  'pivot.columns',
  'pivot.values',
  'pivot.aggfunc',
  'pivot.heads',
  'stringTransform.column',
  'stringTransform.operation',
  'stringTransform.side',
  'regexExtract.column',
  'regexExtract.group',
  'regexExtract.pattern',
  'splitColumn.column',
  'splitColumn.keep_original',
  'splitColumn.mode',
  'splitColumn.pattern',
  'replaceValues.column',
  'replaceValues.regex',
  // The partitions, orders and sizes of windows.
  'windowFunction.function',
  'windowFunction.target',
  'windowFunction.partition_by',
  'windowFunction.order_by',
  'windowFunction.descending',
  'windowFunction.offset',
  'rowDifference.target',
  'rowDifference.method',
  'rowDifference.partition_by',
  'rowDifference.order_by',
  'rowDifference.descending',
  'rowDifference.periods',
  'rollingAggregate.target',
  'rollingAggregate.function',
  'rollingAggregate.window',
  'rollingAggregate.partition_by',
  'rollingAggregate.order_by',
  'rollingAggregate.descending',
  'rollingAggregate.min_periods',
  'topRows.per_group',
  'topRows.descending',
  // The code of a person.
  'pythonTransform.script',
  'pythonTransform.columns',
  // Only a run has a cache.
  'pythonTransform.deterministic',
]);

/** The scripts in which a field is fixed. Polars has one function for each kind of a test for nulls. */
const FIXED_IN: Readonly<Record<string, readonly string[]>> = {
  'dropNulls.how': ['polars', 'polars_lazy'],
};

/** Numbers that floats round: a script has the integers that decide instead. */
const EXACT_TEXTS = ['9007199254740992.5', '9007199254740993.0', '9007199254740993.5'];

/** The values that a script has as planned: a list in one text is split when the script is made. */
const FIXED_VALUES: Readonly<Record<string, readonly JsonValue[]>> = {
  // Of a rule, only the values and the result are parameters.
  'conditionalColumn.rules': [
    ...['all', 'any', 'eq', ...OPERATORS, 'n', 's', 'x y', 'ok', 'day'],
    ...EXACT_TEXTS,
  ],
  'filterRows.value': [
    '1, 20',
    '1.0, 2.5, 9007199254740993.0',
    '9223372036854775808',
    // A test for nulls ignores its value.
    'thing',
    ...EXACT_TEXTS,
  ],
  'filterRows.value2': EXACT_TEXTS,
  'assertValueRange.max': EXACT_TEXTS,
  'assertValuesInSet.allowed': [1e18],
  // A default that is not used.
  'mapValues.default': ['unused'],
  // Regular expressions are translated when the script is made, and dates are written as text; the number -1 stands
  // before its text in a list.
  'replaceValues.to_replace': [
    ...['([a-z])(\\d+)', '(?i)n', 'ß', '[a-z0-9]*', '\\.0$', '-1'],
    ...['\\A(?P<one>[a-z])(?P<two>\\d)', '(?is)A.B', '(?i)A.B'],
    '(?x) ([a-z]) # a letter\n (\\d) \\ [b ]',
    ...regexClassExamples.map(({ config }) => config.to_replace ?? null),
  ],
  'replaceValues.value': ['$2$1$$', '$0\\', '$0$$', '_', '', '$2$1', '+', '$2', '|'],
};

const fields = nodes
  .filter(({ kind }) => kind === 'transform')
  // JavaScript and charts are not exported.
  .filter(({ scripts }) => !Object.values(scripts).includes('javascript'))
  .filter(({ category }) => category !== 'chart')
  .flatMap((node) => node.fields.map(({ key }) => [`${node.id}.${key}`, node, key] as const));

const requestsOf = (node: AnyNode, field: string): ExportRequest[] =>
  node.examples.flatMap((example) => withParameter(node, example, field));

it.each(fields.filter(([name]) => !FIXED_FIELDS.has(name)))(
  'an exported script reads the parameter in %s',
  (name, node, field) => {
    const fixed = FIXED_IN[name] ?? [];
    const readers = SCRIPTS.filter((script) => !fixed.includes(script));
    const requests = requestsOf(node, field).filter(
      ({ graph }) => !FIXED_VALUES[name]?.includes(graph.parameters?.[0]?.default ?? null),
    );
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) {
      const { default: value } = request.graph.parameters?.[0] ?? {};
      expect({ value, scripts: scriptsThatRead(request) }).toEqual({ value, scripts: readers });
    }
  },
);

it.each(fields.filter(([name]) => FIXED_FIELDS.has(name)))(
  'an exported script has the planned value of %s',
  (_name, node, field) => {
    const requests = requestsOf(node, field);
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) expect(scriptsThatRead(request)).toEqual([]);
  },
);

describe('an exported script whose parameter changes nothing by default', () => {
  const planned = { name: VARIABLE, default: 'a' };
  it.each([
    ['selectColumns', { columns: [PLACEHOLDER, 'b'] }],
    ['renameColumns', { mapping: { a: PLACEHOLDER } }],
    ['calculatedColumn', { column_name: PLACEHOLDER, expression: 'a' }],
  ])('reads the parameter of %s', (type, config) => {
    expect(scriptsThatRead(requestOf(type, config, [planned], AB))).toEqual(SCRIPTS);
  });
});

describe('an exported script that sorts by a parameter', () => {
  it.each([
    [PLACEHOLDER, `ascending=${VARIABLE}`, `descending=not ${VARIABLE}`],
    [[PLACEHOLDER, true], `ascending=[${VARIABLE}, True]`, `descending=[not ${VARIABLE}, False]`],
    [[false, PLACEHOLDER], `ascending=[False, ${VARIABLE}]`, `descending=[True, not ${VARIABLE}]`],
  ])('with the directions %j reverses each of them for polars', (ascending, pandas, polars) => {
    const planned = { name: VARIABLE, type: 'boolean', default: true } as const;
    const config = { columns: ['a', 'b'], ascending };
    const exported = exportFlow(requestOf('sortRows', config, [planned], AB));
    expect(exported.code).toContain(pandas);
    expect(exported.polars).toContain(polars);
    expect(exported.polars_lazy).toContain(polars);
  });
});

describe('an exported expression with a parameter', () => {
  it.each([
    ['number', 'number_dtype(planned_value)', 'dtype=number_type(planned_value)'],
    ['integer', 'dtype="Int64"', 'dtype=pl.Int64'],
  ] as const)('of type %s has the type of its value', (type, pandas, polars) => {
    const planned = { name: VARIABLE, type, default: 5 };
    const config = { column_name: 'limit', expression: PLACEHOLDER };
    const exported = exportFlow(requestOf('calculatedColumn', config, [planned], AB));
    expect(exported.code).toContain(pandas);
    expect(exported.polars).toContain(polars);
  });
});

/** The scripts in which a line besides the assignment has the variable of the parameter. */
function scriptsThatRead(request: ExportRequest): readonly string[] {
  const exported = exportFlow(request);
  return SCRIPTS.filter((script) =>
    exported[script]
      .split('\n')
      .some((line) => line.includes(VARIABLE) && !line.startsWith(`${VARIABLE} = `)),
  );
}

/** One flow for each value of the field in the example: a parameter has the value as its default. */
function withParameter(node: AnyNode, example: NodeExample, field: string): ExportRequest[] {
  const value = example.config[field];
  if (value === undefined || 'error' in example.expected) return [];
  const isExpression = node.expressionKeys.includes(field);
  const variants = isExpression ? [valueVariant(true)] : variantsOf(value);
  return variants.map((variant) => {
    const config = { ...example.config, [field]: variant.value };
    return requestOf(node.id, config, [variant.parameter], example.inputs);
  });
}

/** A config value in which a parameter replaces one value. */
interface Variant {
  readonly value: JsonValue;
  readonly parameter: FlowParameter;
}

function variantsOf(value: JsonValue): readonly Variant[] {
  if (value === null) return [];
  if (typeof value !== 'object') return [valueVariant(value)];
  return Object.entries(value).flatMap(([key, child]: [string, JsonValue]) =>
    variantsOf(child).map((variant) => ({
      ...variant,
      value: Array.isArray(value)
        ? value.with(Number(key), variant.value)
        : Object.fromEntries([...Object.entries(value), [key, variant.value]]),
    })),
  );
}

function valueVariant(value: string | number | bigint | boolean): Variant {
  return {
    value: PLACEHOLDER,
    parameter: { name: VARIABLE, type: typeOf(value), default: value },
  };
}

function typeOf(value: string | number | bigint | boolean): ParameterType {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  return Number.isInteger(Number(value)) ? 'integer' : 'number';
}

/** The export of a flow of one node that reads files. */
function requestOf(
  type: string,
  config: JsonObject,
  parameters: readonly FlowParameter[],
  tables: NodeExample['inputs'],
): ExportRequest {
  const inputs = Object.entries(tables).flatMap(([handle, of]) =>
    ('rows' in of ? [of] : of).map(({ columns }, index) => ({
      nodeId: `${handle}${index}`,
      handle,
      columns,
    })),
  );
  return {
    flowName: 'Parameters',
    graph: {
      nodes: [
        ...inputs.map(({ nodeId: id }) => ({
          id,
          type: 'fileInput',
          data: { config: { dataset_id: id, format: 'parquet' } },
        })),
        { id: 'node', type, data: { config } },
      ],
      edges: inputs.map(({ nodeId, handle }) => ({
        source: nodeId,
        target: 'node',
        targetHandle: handle,
      })),
      parameters,
    },
    inputs: inputs.map(({ nodeId, columns }) => ({
      nodeId,
      datasetName: `${nodeId}.parquet`,
      format: 'parquet',
      parseOptions: null,
      columns,
    })),
  };
}
