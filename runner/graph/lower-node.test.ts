import { nodeOfType } from '../nodes/index.ts';
import type { NodeOutput, Relation } from '../plan/relation.ts';
import { lowerNode, type NodeRelations } from './lower-node.ts';

const SOURCE: Relation = {
  op: 'source',
  name: 'in',
  columns: [{ name: 'id', type: 'integer' }],
};

function lowered(type: string, config: unknown): NodeRelations {
  const definition = nodeOfType(type);
  if (definition === undefined) throw new TypeError(type);
  const sources = { one: () => SOURCE, many: () => [SOURCE] };
  const parsed = definition.config.parse({ ...definition.defaultConfig, ...(config as object) });
  const context = { parameters: {}, localTime: '2026-11-22T00:00:00' };
  return lowerNode({ definition, config: parsed }, sources, context);
}

it('rejects a handle that the node does not have', () => {
  const relations = lowered('selectColumns', { columns: ['id'] });
  expect(() => relations.of('other')).toThrow('A node has no output "other".');
  expect(() => relations.of('')).toThrow('A node has no output "".');
  expect(() => relations.of('toString')).toThrow('A node has no output "toString".');
});

it('returns the first output when no handle is named', () => {
  const relations = lowered('selectColumns', { columns: ['id'] });
  const [first]: (NodeOutput | undefined)[] = relations.entries().map(([, relation]) => relation);
  expect(relations.of()).toBe(first);
  expect(relations.of(null)).toBe(first);
});

it('returns the written rows of an output node at "out"', () => {
  expect(lowered('fileOutput', { format: 'csv' }).of('out')).toMatchObject({
    op: 'sink',
    columns: SOURCE.columns,
  });
});
