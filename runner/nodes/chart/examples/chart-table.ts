import type { ExampleTable, NodeExample } from '../../definition.ts';

/** The table of the examples of charts. */
export const SALES: ExampleTable = {
  columns: [
    { name: 'shop', type: 'string' },
    { name: 'amount', type: 'integer' },
    { name: 'rate', type: 'float' },
    { name: 'open', type: 'boolean' },
    { name: 'day', type: 'datetime' },
    { name: 'a "b", ü', type: 'integer' },
  ],
  rows: [
    ['b', 9007199254740993n, 2.5, true, '2024-02-29T00:00:00', 1],
    ['a', 3, null, null, null, null],
    [null, null, 4, false, '2024-01-01T12:30:00.5', 2],
    ['b', 2, -1, true, '2024-02-29T00:00:00', 2],
    ['日本', 3, 0.5, true, null, -1],
  ],
};

/** A chart passes all rows through, in order and with their types. */
export function passesThrough(title: string, config: NodeExample['config']): NodeExample {
  return { title, config, inputs: { in: SALES }, expected: SALES };
}

/** The same without rows. */
export function passesEmpty(config: NodeExample['config']): NodeExample {
  const table = { ...SALES, rows: [] };
  return {
    title: 'A table without rows passes through',
    config,
    inputs: { in: table },
    expected: table,
  };
}

/** A config that the table refuses. */
export function refused(title: string, config: NodeExample['config'], error: RegExp): NodeExample {
  return { title, config, inputs: { in: SALES }, expected: { error } };
}
