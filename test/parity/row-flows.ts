import type { JsonObject } from '../../runner/domain/json.ts';
import type { FlowParameter } from '../../runner/domain/graph.ts';
import { nasty } from './nasty-table.ts';
import { chain, type ParityCase } from './parity-case.ts';

/** Conditions of filterRows with values as text, as a form sends them, or typed. */
const FILTERS: readonly JsonObject[] = [
  ...['==', '!=', '>', '>=', '<', '<='].flatMap((operator): JsonObject[] => [
    { column: 'n', operator, value: '1' },
    { column: 'n', operator, value: 9007199254740993n },
    { column: 'x', operator, value: 0.5 },
    { column: 'key', operator, value: 'a' },
    { column: 'at', operator, value: '2024-02-29T13:30:05' },
    { column: '^n.*$', operator, value: '1.5' },
  ]),
  { column: 'ok', operator: '==', value: 'true' },
  { column: 'ok', operator: '!=', value: true },
  { column: '*', operator: 'in', value: '1, 5' },
  { column: 'key', operator: 'in', value: ['a', 'é', ''] },
  { column: 'n', operator: 'between', value: 0, value2: '2' },
  { column: 'key', operator: 'between', value: 'A', value2: 'a' },
  { column: 'at', operator: 'between', value: '2000-01-01', value2: '2024-03-01' },
  { column: 'key', operator: 'isnull' },
  { column: 'x', operator: 'notnull' },
  { column: 'a "b"', operator: 'contains', value: '.' },
  { column: 'n', operator: 'contains', value: '99' },
  { column: '^n.*$', operator: 'contains', value: '0.0' },
  { column: '^n.*$', operator: 'startswith', value: '-' },
  { column: 'key', operator: 'startswith', value: '' },
  { column: 'key', operator: 'endswith', value: 'a' },
];

const PREDICATES: readonly string[] = [
  'n > 0 and x < 1',
  'not (n > 1) or ok',
  'key == "a" or key is null',
  "key in ('a', '') and not ok",
  'n between 0 and 3',
  '`a "b"` like "x%"',
  'x / n > 0.1',
  'upper(key) = "A"',
  'at > "2024-01-01"',
  '`*` % 2 == 1',
  'coalesce(n, 0) == 0',
  'if(ok, n > 1, n < 1)',
  'ok or key == "a"',
  'key > "A" and (ok or not key == "z")',
  '(key == "a") == ok',
];

const FORMULAS: readonly string[] = [
  'n + 1',
  'n * 2 - id',
  'id / `*`',
  'id // -2',
  '`^n.*$` // 2',
  '`^n.*$` % 2',
  'id % -3',
  '-id ** 2',
  '2 ** 3 ** 2',
  'x + n',
  'x / 0',
  '0 / 0',
  '-x',
  'abs(x)',
  'round(`^n.*$`)',
  'round(x, 2)',
  'floor(x)',
  'ceil(`^n.*$`)',
  'sqrt(id)',
  'ln(id)',
  'log10(id)',
  'exp(id)',
  'sign(n)',
  'greatest(id, `*`, 3)',
  'least(id, `*`)',
  'coalesce(key, "none")',
  'nullif(key, "a")',
  'nullif(id - `*`, 1)',
  'nullif(id ** 2, 9)',
  'concat(key, "-", id)',
  'key + "!"',
  'upper(`a "b"`)',
  'lower(key)',
  'length(key)',
  'trim(`a "b"`)',
  'substr(key, 1, 1)',
  'left(key, 1)',
  'right(key, 1)',
  'replace(key, "a", "b")',
  'contains(key, "a")',
  'startswith(key, "")',
  'year(at)',
  'month(at)',
  'day(at)',
  'hour(at)',
  'ok and n > 0',
  'not ok',
  'n > x',
  'n == x',
  '`*` - `^n.*$`',
  '(key == "a") + 1',
  'cast(key < "b" as string)',
  'case when n > 1 then "big" when n is null then null else "small" end',
  'if(ok, id, x)',
  'cast(n as string)',
  'cast(x as string)',
  'cast(ok as integer)',
  'cast(`1` as float)',
  'try_cast("٣" as integer)',
  'key is null and ok or n is not null',
  'null',
];

const EDITED: readonly string[] = [
  'greatest(id, {{ bound }})',
  'least(id, `*`, {{ bound }}, 3)',
  'if(ok, id, {{ bound }})',
  'if(ok, {{ bound }}, id)',
  'coalesce(n, {{ bound }})',
  'nullif(id, {{ bound }})',
  'case when ok then id when n > 1 then 7 else {{ bound }} end',
  'greatest({{ whole }}, {{ bound }})',
  'least({{ bound }}, n, coalesce(n, {{ whole }}))',
  'if(ok, {{ whole }}, {{ bound }})',
  'coalesce(n, {{ whole }}, {{ bound }})',
  'nullif({{ whole }}, {{ bound }})',
];

const CASTS: readonly JsonObject[] = [
  { casts: { n: 'string', x: 'string', ok: 'string', at: 'string', '^n.*$': 'string' } },
  { casts: { key: 'integer', 'a "b"': 'integer' }, errors: 'coerce' },
  { casts: { key: 'float', 'a "b"': 'float' }, errors: 'coerce' },
  { casts: { key: 'boolean', 'a "b"': 'boolean' }, errors: 'coerce' },
  { casts: { key: 'datetime', 'a "b"': 'datetime' }, errors: 'coerce' },
  { casts: { x: 'integer', '^n.*$': 'integer' }, errors: 'coerce' },
  { casts: { n: 'float', '*': 'boolean', ok: 'integer' } },
  { casts: { '*': 'datetime', ok: 'float', x: 'boolean' }, errors: 'coerce' },
];

const FILLS: readonly JsonObject[] = [
  ...['mean', 'median', 'mode', 'min', 'max', 'zero', 'ffill', 'bfill'].map((strategy) => ({
    strategy,
    columns: [],
  })),
  { strategy: 'constant', value: '7' },
  { strategy: 'constant', value: 1.5, columns: ['n', 'x', 'key'] },
  { strategy: 'constant', value: 'true' },
  { strategy: 'constant', value: '2024-01-01', columns: ['at', 'key', 'n'] },
];

const DROPS: readonly JsonObject[] = [
  {},
  { how: 'all', subset: ['key', 'n'] },
  { subset: ['^n.*$', '*'] },
];

const PARAMETERS: readonly FlowParameter[] = [
  { name: 'limit', type: 'integer', default: 1 },
  { name: 'word', type: 'string', default: `a' or "1"="1` },
  { name: 'rate', type: 'number', default: 2 },
  { name: 'flag', type: 'boolean', default: true },
];

function one(type: string, config: JsonObject): ParityCase {
  const text = JSON.stringify(config, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return {
    name: `${type} ${text}`,
    graph: chain('parquet', [{ type, config }]),
    inputs: [{ nodeId: 'in', name: 'nasty.parquet', table: nasty }],
  };
}

/** All formulas as columns of one flow, since a flow per formula would take seconds. */
function formulaFlows(): readonly ParityCase[] {
  return FORMULAS.map((expression) =>
    one('calculatedColumn', { new_column: 'result', column_name: 'result', expression }),
  );
}

function parameterFlow(): ParityCase {
  return {
    name: 'parameters in configs, texts and expressions',
    graph: chain(
      'parquet',
      [
        { type: 'filterExpression', config: { expression: 'key != {{ word }} or {{ flag }}' } },
        {
          type: 'calculatedColumn',
          config: { column_name: 'scaled', expression: 'id * {{ rate }} + {{limit}}' },
        },
        { type: 'renameColumns', config: { mapping: { key: 'k {{ rate }} {{ flag }} {{word}}' } } },
        { type: 'limitRows', config: { n: 5, offset: '{{ limit }}' } },
      ],
      PARAMETERS,
    ),
    inputs: [{ nodeId: 'in', name: 'nasty.parquet', table: nasty }],
  };
}

/** Choices between integers and a parameter that was an integer when the script was made. */
function editedParameterFlows(): readonly ParityCase[] {
  return EDITED.map((expression) => ({
    name: `a fraction for a parameter that was an integer: ${expression}`,
    graph: chain(
      'parquet',
      [{ type: 'calculatedColumn', config: { column_name: 'result', expression } }],
      [
        { name: 'bound', type: 'number', default: 2.5 },
        { name: 'whole', type: 'number', default: 3 },
      ],
    ),
    plannedDefaults: { bound: 5 },
    inputs: [{ nodeId: 'in', name: 'nasty.parquet', table: nasty }],
  }));
}

/** Columns whose names polars would read as patterns, with operators that selectors interpret differently. */
function patternFlow(): ParityCase {
  return {
    name: 'operators on columns named like patterns',
    graph: chain('parquet', [
      { type: 'calculatedColumn', config: { column_name: '*', expression: 'ok' } },
      { type: 'calculatedColumn', config: { column_name: '^n.*$', expression: 'n > 0' } },
      { type: 'calculatedColumn', config: { column_name: 'both', expression: '`*` and `^n.*$`' } },
      { type: 'filterExpression', config: { expression: 'not `*` or `^n.*$`' } },
      { type: 'filterExpression', config: { expression: 'not `*`' } },
    ]),
    inputs: [{ nodeId: 'in', name: 'nasty.parquet', table: nasty }],
  };
}

/** Row nodes on the nasty table. */
export function rowFlows(): readonly ParityCase[] {
  return [
    ...FILTERS.map((config) => one('filterRows', config)),
    ...PREDICATES.map((expression) => one('filterExpression', { expression })),
    ...formulaFlows(),
    ...CASTS.map((config) => one('castDtypes', config)),
    ...FILLS.map((config) => one('fillNulls', config)),
    ...DROPS.map((config) => one('dropNulls', config)),
    parameterFlow(),
    ...editedParameterFlows(),
    patternFlow(),
  ];
}
