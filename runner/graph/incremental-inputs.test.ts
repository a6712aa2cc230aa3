import { UserError } from '../domain/errors.ts';
import { sqlInput } from '../nodes/input/sql-input.ts';
import { incrementalInputs } from './incremental-inputs.ts';
import { lowerNode } from './lower-node.ts';
import type { PlannedNode } from './validate-graph.ts';

const CONTEXT = { parameters: { since: ['a', 'b'] }, localTime: '2026-11-22T00:00:00' };

function step(query: string, definition: PlannedNode['definition'] = sqlInput): PlannedNode {
  const config = sqlInput.config.parse({
    ...sqlInput.defaultConfig,
    connection_id: 'shop',
    mode: 'query',
    query,
    incremental_column: 'id',
  });
  const node = { id: 'orders', type: 'sqlInput', config: {} };
  return { node, definition, config } as unknown as PlannedNode;
}

it.each([
  ['an undeclared parameter', 'SELECT * FROM orders WHERE day > {{ day }}'],
  ['a parameter that no database can bind', 'SELECT * FROM orders WHERE day > {{ since }}'],
])(
  'an incremental input with %s is no incremental read and fails when it is evaluated',
  (_of, query) => {
    const input = step(query);
    expect(incrementalInputs([input], CONTEXT)).toEqual([]);
    const none = (): never => {
      throw new Error('An input node has no inputs');
    };
    expect(() => lowerNode(input, { one: none, many: none }, CONTEXT).of()).toThrow(UserError);
  },
);

it('a defect of an input node fails instead of hiding that it reads incrementally', () => {
  const lower = (): never => {
    throw new TypeError('a defect');
  };
  const input = step('SELECT 1', { ...sqlInput, lower });
  expect(() => incrementalInputs([input], CONTEXT)).toThrow('a defect');
});
