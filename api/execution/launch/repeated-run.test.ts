import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { Connection } from '../../../runner/domain/connection.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { validateForRun, type PlannedNode } from '../../../runner/graph/validate-graph.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import { addressesOf } from '../../domain/runs/connection-addresses.ts';
import { repeats } from './repeated-run.ts';

type Run = Parameters<typeof repeats>[0];
type Earlier = Parameters<typeof repeats>[1];

const graphOf = (input: string): GraphDocument => ({
  nodes: [
    { id: 'in', type: input, data: { config: {} } },
    { id: 'out', type: 'fileOutput', data: { config: {} } },
  ],
  edges: [{ source: 'in', target: 'out' }],
});

const binding = (datasetId: string, versionNumber: number) => ({
  nodeId: 'in',
  datasetId,
  datasetName: 'Orders',
  versionNumber,
  dataKey: 'key',
  columns: [],
  rowCount: 0,
});

/** The nodes of a flow with one node between its input and output. */
function stepsWith(type: string, config: JsonObject): readonly PlannedNode[] {
  const graph: GraphDocument = {
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'a' } } },
      { id: 'mid', type, data: { config } },
      { id: 'out', type: 'fileOutput', data: { config: {} } },
    ],
    edges: [
      { source: 'in', target: 'mid' },
      { source: 'mid', target: 'out' },
    ],
  };
  return validateForRun(graph, { lookup: nodeOfType, parameters: {} }).steps;
}

const SHOP: Connection = {
  id: 'shop',
  name: 'Shop',
  provider: 'postgresql',
  host: 'db.example.com',
  port: null,
  database: 'shop',
  username: 'reader',
  secret: null,
  options: null,
};

const RUN: Run = {
  steps: [],
  graph: graphOf('fileInput'),
  engine: 'polars',
  parameters: { at: '2027-01-05', n: 1 },
  inputs: { bindings: [binding('a', 1), binding('b', 7), binding('a', 1)], bytes: 10 },
};

const EARLIER: Earlier = {
  graph: graphOf('fileInput'),
  engine: 'polars',
  parameters: { n: 1, at: '2027-01-04' },
  connectionAddresses: null,
  inputDatasets: [
    { dataset_id: 'b', version_number: 7, dataset_name: 'Old name' },
    { dataset_id: 'a', version_number: 1, dataset_name: 'Orders' },
  ],
};

const repeatsWith = (run: Partial<Run>, earlier: Partial<Earlier> = {}): boolean =>
  repeats({ ...RUN, ...run }, { ...EARLIER, ...earlier }, 'at');

describe('a run repeats an earlier one', () => {
  it('when only its time parameter differs', () => {
    expect(repeatsWith({})).toBe(true);
  });

  it('when neither of them reads a dataset', () => {
    expect(repeatsWith({ inputs: { bindings: [], bytes: 0 } }, { inputDatasets: [] })).toBe(true);
  });

  it.each<[string, Partial<Run>, Partial<Earlier>]>([
    [
      'a version is newer',
      { inputs: { bindings: [binding('a', 2), binding('b', 7)], bytes: 1 } },
      {},
    ],
    ['a dataset is read no longer', { inputs: { bindings: [binding('a', 1)], bytes: 1 } }, {}],
    ['the graph differs', { graph: { ...graphOf('fileInput'), edges: [] } }, {}],
    ['the engine differs', { engine: 'pandas' }, {}],
    ['another parameter differs', { parameters: { at: '2027-01-05', n: 2 } }, {}],
    ['an input is missing', { inputs: { failure: "Dataset 'a' not found" } }, {}],
    ['the inputs of the earlier one are unknown', {}, { inputDatasets: null }],
    [
      'a connection names another host',
      { connections: [{ ...SHOP, host: 'db2.example.com' }] },
      { connectionAddresses: addressesOf([SHOP]) },
    ],
    [
      'another connection of the same address is used',
      { connections: [{ ...SHOP, id: 'other' }] },
      { connectionAddresses: addressesOf([SHOP]) },
    ],
    [
      'a connection is used no longer',
      { connections: [] },
      { connectionAddresses: addressesOf([SHOP]) },
    ],
    ['it is not known where its connections were', { connections: [SHOP] }, {}],
    [
      'a script may return something else each time',
      { steps: stepsWith('jsTransform', { script: 'return rows', input: 'rows' }) },
      {},
    ],
  ])('but not when %s', (_case, run, earlier) => {
    expect(repeatsWith(run, earlier)).toBe(false);
  });
});

it('a run repeats an earlier one when the account and the spelling of the address of a connection differ', () => {
  const connections = [{ ...SHOP, host: 'DB.example.com', port: 5432, username: 'next' }];
  const earlier = { connectionAddresses: addressesOf([SHOP]) };
  expect(repeatsWith({ connections }, earlier)).toBe(true);
});

it('a run repeats an earlier one when its script is deterministic', () => {
  const config = { script: 'return rows', input: 'rows', deterministic: true };
  expect(repeatsWith({ steps: stepsWith('jsTransform', config) })).toBe(true);
});

describe('a run with an expression of the time', () => {
  const expressions = [
    'sold_at < now()',
    'case when id in (1, 2) then 1 else coalesce(-days, NOW()) end',
    'cast(today() as string) = day',
  ];

  it.each(expressions)('repeats no earlier one: %s', (expression) => {
    const steps = stepsWith('calculatedColumn', { column_name: 'is_new', expression });
    expect(repeats({ ...RUN, steps }, { ...EARLIER, parameters: RUN.parameters }, null)).toBe(
      false,
    );
  });

  it('repeats an earlier one when the time is a parameter of its schedule, which does not count', () => {
    const steps = stepsWith('calculatedColumn', { column_name: 'at', expression: 'now()' });
    expect(repeatsWith({ steps })).toBe(true);
  });

  it('repeats an earlier one when the name of the function is a text', () => {
    const steps = stepsWith('calculatedColumn', { column_name: 'at', expression: "'now()'" });
    expect(repeats({ ...RUN, steps }, { ...EARLIER, parameters: RUN.parameters }, null)).toBe(true);
  });
});
