import { z } from 'zod';
import type { GraphDocument, GraphEdge } from '../domain/graph.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, type AnyNode, type Handle } from '../nodes/definition.ts';
import { nodeOfType } from '../nodes/index.ts';
import { readingOf } from '../nodes/read-config.ts';
import { readGraph } from './read-graph.ts';
import { validateForPreview, validateForRun, type ExecutionPlan } from './validate-graph.ts';

const handle = (id: string, more: Partial<Handle> = {}): Handle => ({
  id,
  type: 'dataframe',
  required: true,
  multi: false,
  ...more,
});

/** Node types with unusual handles. */
const SPECIAL: Readonly<Record<string, AnyNode>> = {
  two: special('two', [handle('left'), handle('right')], [DATAFRAME_OUT]),
  many: special('many', [handle('in', { multi: true })], [DATAFRAME_OUT]),
  split: special('split', [DATAFRAME_IN], [handle('train'), handle('test')]),
};

function special(id: string, inputs: readonly Handle[], outputs: readonly Handle[]): AnyNode {
  const base = nodeOfType('limitRows');
  if (base === undefined) throw new Error('Node type limitRows does not exist');
  const config = { config: z.unknown(), defaultConfig: {}, reading: readingOf({}) };
  return { ...base, id, inputs, outputs, ...config };
}

const options = {
  lookup: (type: string): AnyNode | undefined => SPECIAL[type] ?? nodeOfType(type),
  parameters: {},
};

const TYPES: Readonly<Record<string, readonly [string, object]>> = {
  in: ['fileInput', { dataset_id: 'd' }],
  out: ['fileOutput', {}],
  top: ['limitRows', { n: 5 }],
};

/** `in`, `out` and `top…` are keys of TYPES; any other name is the node type followed by digits. */
function graphOf(names: string, edges: string, more: Partial<GraphDocument> = {}): GraphDocument {
  const nodes = names
    .split(' ')
    .filter((name) => name !== '')
    .map((id) => {
      const [type, config] = TYPES[id.replace(/\d+$/, '')] ?? [id.replace(/\d+$/, ''), {}];
      return { id, type, data: { config, label: id.toUpperCase() } };
    });
  return readGraph({
    nodes,
    edges: edges
      .split(' ')
      .filter((edge) => edge !== '')
      .map(edgeOf),
    ...more,
  });
}

/** `a>b`, with handles `a.test>b.left`. */
function edgeOf(text: string): GraphEdge {
  const [source = '', target = ''] = text.split('>');
  const [from = '', sourceHandle = null] = source.split('.');
  const [to = '', targetHandle = null] = target.split('.');
  return { source: from, target: to, sourceHandle, targetHandle };
}

function idsOf(plan: ExecutionPlan): string[] {
  return plan.steps.map((step) => step.node.id);
}

describe('validateForRun', () => {
  it('orders nodes breadth first, and ready nodes in the order of the document', () => {
    const graph = graphOf(
      'out top2 top1 in2 in1 many',
      'in1>top1 in2>top2 top1>many top2>many many>out',
    );
    expect(idsOf(validateForRun(graph, options))).toEqual([
      'in2',
      'in1',
      'top2',
      'top1',
      'many',
      'out',
    ]);
  });

  it('allows edges from an output node', () => {
    const graph = graphOf('in out top1 out2', 'in>out out.out>top1 top1>out2');
    expect(idsOf(validateForRun(graph, options))).toEqual(['in', 'out', 'top1', 'out2']);
  });

  it('reads configs with defaults and parameters', () => {
    const graph = readGraph({
      ...graphOf('in out', ''),
      nodes: [
        { id: 'in', type: 'fileInput', data: { config: { dataset_id: '{{ d }}' } } },
        { id: 'out', type: 'fileOutput', data: { config: { unknown: 1 } } },
      ],
      edges: [{ source: 'in', target: 'out' }],
    });
    const plan = validateForRun(graph, { ...options, parameters: { d: 'd1' } });
    expect(plan.steps.map((step) => step.config)).toEqual([
      { dataset_id: 'd1', dataset_version: null, format: 'csv' },
      { format: 'csv', dataset_name: '', path: '' },
    ]);
  });

  it.each([
    ['  Sales ', 'Sales'],
    [' \n ', ''],
  ])('normalizes the dataset name %j of an output to %j', (given, name) => {
    expect(configOfOutput(given)).toMatchObject({ dataset_name: name });
  });

  it.each([
    ['a\tb', 'must have no control characters'],
    ['x'.repeat(256), 'must have at most 255 characters'],
  ])('rejects the dataset name %j of an output', (given, issue) => {
    expect(() => configOfOutput(given)).toThrow(`"dataset_name": ${issue}`);
  });

  function configOfOutput(dataset_name: string): unknown {
    const graph = graphOf('in out', 'in>out');
    const named = { ...graph, parameters: [{ name: 'n', type: 'string' as const }] };
    const nodes = named.nodes.map((node) =>
      node.id === 'out' ? { ...node, data: { config: { dataset_name: '{{ n }}' } } } : node,
    );
    const parameters = { n: dataset_name };
    const plan = validateForRun({ ...named, nodes }, { ...options, parameters });
    return plan.steps.at(-1)?.config;
  }

  it.each([
    ['', '', /no nodes/],
    ['in in out', 'in>out', /Two nodes have the id "in"/],
    ['in out', 'in>out nowhere>out', /its source "nowhere" is no node/],
    ['in out', 'in>out in>nowhere', /its target "nowhere" is no node/],
    ['out', '', /no input node/],
    ['in', '', /no output node/],
    [
      'in out top1 top2',
      'in>out top1>top2 top2>top1',
      /in a circle: TOP2 \(top2\) → TOP1 \(top1\) → TOP2/,
    ],
    ['in out top1', 'in>out top1>top1', /in a circle: TOP1 \(top1\) → TOP1 \(top1\)/],
    ['in out top1', 'in>out out>in in>top1', /in a circle/],
    ['in in2 out', 'in>in2 in2>out', /^IN2 \(in2\): An input node takes no edge/],
    ['in out', '', /^OUT \(out\): The input "in" needs an edge/],
    ['in in2 out', 'in>out in2>out', /^OUT \(out\): The input "in" takes one edge, but 2/],
    ['in top1 out', 'in>out', /^TOP1 \(top1\): The input "in" needs an edge/],
    ['in many out', 'in>out', /^MANY \(many\): The input "in" needs an edge/],
    ['in two out', 'in>two.left two>out', /^TWO \(two\): The input "right" needs an edge/],
    [
      'in two out',
      'in>two two>out',
      /^TWO \(two\): There is no input "in". The inputs are: left, right/,
    ],
    ['in top1 out', 'in>top1.nope top1>out', /^TOP1 \(top1\): There is no input "nope"/],
    [
      'in top1 out',
      'in>top1 top1.nope>out',
      /^TOP1 \(top1\): .* output "nope" that does not exist. The outputs are: out/,
    ],
    [
      'in split out',
      'in>split split>out',
      /^SPLIT \(split\): The edge to "out" must name the output/,
    ],
    ['in zzz out', 'in>zzz zzz>out', /^ZZZ \(zzz\): There is no node type "zzz"/],
  ])('rejects the nodes [%s] with the edges [%s]', (names, edges, message) => {
    expect(() => validateForRun(graphOf(names, edges), options)).toThrow(message);
  });

  it('names the node and the field of an invalid config', () => {
    const graph = readGraph({
      nodes: [
        { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'd' } } },
        { id: 't', type: 'limitRows', data: { label: 'Top', config: { n: -1 } } },
        { id: 'out', type: 'fileOutput', data: {} },
      ],
      edges: [
        { source: 'in', target: 't' },
        { source: 't', target: 'out' },
      ],
    });
    expect(() => validateForRun(graph, options)).toThrow(/^Top \(t\): "n": /);
  });

  it('validates a chain of 2,000 nodes', () => {
    const ids = Array.from({ length: 1998 }, (_, index) => `top${index}`);
    const chain = ['in', ...ids, 'out'];
    const edges = chain.slice(1).map((id, index) => `${chain[index] ?? ''}>${id}`);
    const plan = validateForRun(graphOf(chain.join(' '), edges.join(' ')), options);
    expect(idsOf(plan)).toEqual(chain);
  });
});

describe('validateForRun of an unknown node type', () => {
  it('reports the unknown type rather than a missing input node', () => {
    const graph = graphOf('fileInputt out', 'fileInputt>out');
    expect(() => validateForRun(graph, options)).toThrow(
      'There is no node type "fileInputt". Did you mean "fileInput"?',
    );
  });

  it('suggests the type whose name it shortens', () => {
    const graph = graphOf('fileInput groupBy out', 'fileInput>groupBy groupBy>out');
    expect(() => validateForRun(graph, options)).toThrow('Did you mean "groupByAggregate"?');
  });
});

describe('validateForPreview', () => {
  it('validates only the node and its ancestors', () => {
    const graph = graphOf('in top1 zzz top2 top3', 'in>top1 top1>zzz top2>top3 top3>top2');
    const plan = validateForPreview(graph, 'top1', options);
    expect(idsOf(plan)).toEqual(['in', 'top1']);
    expect(plan.target.id).toBe('top1');
  });

  it('targets the last node in topological order by default', () => {
    const graph = graphOf('top1 in top2', 'in>top1 in>top2');
    expect(validateForPreview(graph, null, options).target.id).toBe('top2');
  });

  it.each([
    [graphOf('', ''), null, /no nodes/],
    [graphOf('in', ''), 'zz', /Node "zz" not found/],
    [graphOf('in top1 top2', 'top1>top2 top2>top1'), 'top2', /in a circle/],
    [graphOf('in top1', ''), 'top1', /needs an edge/],
    [graphOf('in top1', 'gone>top1'), 'top1', /"gone" is no node/],
    [graphOf('in top1', 'in>top1 top1>gone'), 'top1', /"gone" is no node/],
    [graphOf('in limitRow', 'in>limitRow'), 'limitRow', /Did you mean "limitRows"\?/],
  ])('rejects invalid graph number %#', (graph, nodeId, message) => {
    expect(() => validateForPreview(graph, nodeId, options)).toThrow(message);
  });
});
