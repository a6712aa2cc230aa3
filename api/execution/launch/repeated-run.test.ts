import type { GraphDocument } from '../../../runner/domain/graph.ts';
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

const RUN: Run = {
  graph: graphOf('fileInput'),
  engine: 'polars',
  parameters: { at: '2027-01-05', n: 1 },
  inputs: { bindings: [binding('a', 1), binding('b', 7), binding('a', 1)], bytes: 10 },
};

const EARLIER: Earlier = {
  graph: graphOf('fileInput'),
  engine: 'polars',
  parameters: { n: 1, at: '2027-01-04' },
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
  ])('but not when %s', (_case, run, earlier) => {
    expect(repeatsWith(run, earlier)).toBe(false);
  });
});
