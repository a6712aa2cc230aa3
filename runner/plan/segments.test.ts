import { COERCE } from '../expressions/operations/null-remedy.ts';
import { textToInteger } from '../expressions/operations/text-casts.ts';
import { call, columnReference } from '../expressions/typed-expression.ts';
import type { Relation } from './relation.ts';
import { segmentsOf, type SegmentNode } from './segments.ts';
import { Table } from './table.ts';

const SOURCE: Relation = {
  op: 'source',
  name: 'data',
  columns: [
    { name: 'key', type: 'string' },
    { name: 'n', type: 'float' },
  ],
};

const input = (): Table =>
  new Table({ op: 'input', handle: 'in', position: 0, relation: SOURCE, columns: SOURCE.columns });

function node(
  id: string,
  sources: readonly string[],
  table: Table | null,
  consumers = 1,
): SegmentNode {
  const outputs = table === null ? [] : [table.relation];
  return { id, outputs, isInput: sources.length === 0, sources, consumers };
}

const data = node('data', [], new Table(SOURCE));
const few = input().select(['n'], 'columns');
const sorted = input().sort([{ column: 'n', descending: false }], 'last', {}, 'columns');
const file = input().sink({ kind: 'file', format: 'csv', datasetName: '' });

describe('the segments of a flow', () => {
  it('end where rows are kept and where files are written', () => {
    const nodes = [
      data,
      node('few', ['data'], few),
      node('sorted', ['few'], sorted),
      node('again', ['sorted'], few),
      node('file', ['again'], file, 0),
    ];
    expect(segmentsOf(nodes)).toEqual([
      { from: ['data'], nodes: ['few', 'sorted'], cut: 'spool' },
      { from: ['sorted'], nodes: ['again', 'file'], cut: 'file' },
    ]);
  });

  it('repeat cheap work for several readers, and keep the rows of a longer plan', () => {
    const short = [
      node('few', ['data'], few, 2),
      node('one', ['few'], file, 0),
      node('two', ['few'], file, 0),
    ];
    expect(segmentsOf([data, ...short]).map(({ nodes }) => nodes)).toEqual([
      ['few', 'one'],
      ['few', 'two'],
    ]);
    const long = [
      node('a', ['data'], few),
      node('b', ['a'], few),
      node('few', ['b'], few, 2),
      ...short.slice(1),
    ];
    expect(segmentsOf([data, ...long])).toEqual([
      { from: ['data'], nodes: ['a', 'b', 'few'], cut: 'spool' },
      { from: ['few'], nodes: ['one'], cut: 'file' },
      { from: ['few'], nodes: ['two'], cut: 'file' },
    ]);
  });

  it('keep the rows of values that can fail where Parquet files alone read them', () => {
    const integers = call(textToInteger(COERCE), columnReference({ name: 'key', type: 'string' }));
    const cast = input().withColumns([{ name: 'key', expression: integers }]);
    const written = { ...node('cast', ['data'], cast), isOnlyWritten: true };
    expect(segmentsOf([data, written])).toEqual([
      { from: ['data'], nodes: ['cast'], cut: 'spool' },
    ]);
    expect(segmentsOf([data, { ...written, isOnlyWritten: false }])).toEqual([
      { from: ['data'], nodes: ['cast'], cut: 'check of values' },
    ]);
  });

  it('end at a node that no later node reads, and at one that is not known yet', () => {
    expect(
      segmentsOf([data, node('few', ['data'], few, 0), node('later', ['data'], null)]),
    ).toEqual([
      { from: ['data'], nodes: ['few'], cut: 'end' },
      { from: ['data'], nodes: ['later'], cut: 'unknown' },
    ]);
  });
});
