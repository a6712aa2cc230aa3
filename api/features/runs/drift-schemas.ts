import { z } from 'zod';
import { timestampText } from '../../openapi/field-types.ts';

const NodeDrift = z
  .object({
    node_id: z.string().meta({ description: 'The node.' }),
    label: z.string().nullable().meta({ description: 'Its label.' }),
    rows_before: z.int().nullable().meta({ description: 'Rows in the earlier run.' }),
    rows_after: z.int().nullable().meta({ description: 'Rows in this run.' }),
    rows_delta: z.int().nullable().meta({ description: 'The difference.' }),
    columns_added: z.array(z.string()).meta({ description: 'Columns only this run has.' }),
    columns_removed: z.array(z.string()).meta({ description: 'Columns only the earlier run has.' }),
  })
  .meta({
    id: 'NodeDrift',
    description: 'How a node differs from an earlier run.',
    examples: [
      {
        node_id: 'top',
        label: 'Top',
        rows_before: 9,
        rows_after: 10,
        rows_delta: 1,
        columns_added: [],
        columns_removed: [],
      },
    ],
  });

export const RunDrift = z
  .object({
    previous_run_id: z.string().meta({ description: 'The run compared with.' }),
    previous_run_created_at: timestampText,
    nodes: z.array(NodeDrift).meta({ description: 'The nodes that differ.' }),
    nodes_added: z.array(z.string()).meta({ description: 'Nodes only this run has.' }),
    nodes_removed: z.array(z.string()).meta({ description: 'Nodes only the earlier run has.' }),
  })
  .meta({
    id: 'RunDrift',
    description: 'How the results differ from those of the run before.',
    examples: [
      {
        previous_run_id: '0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21',
        previous_run_created_at: '2026-11-21T09:34:09.175000Z',
        nodes: [],
        nodes_added: ['top'],
        nodes_removed: [],
      },
    ],
  });
export type RunDrift = z.output<typeof RunDrift>;
