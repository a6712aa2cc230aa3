import { z } from 'zod';
import { WATERMARK_TYPES } from '../../../runner/domain/watermark.ts';
import { anyObject, timestampText } from '../../openapi/field-types.ts';

/** A watermark as the API shows it. */
export const WatermarkRead = z
  .object({
    node_id: z.string().meta({ description: 'The input node.' }),
    connection_id: z.string().meta({ description: 'The connection that it reads.' }),
    schema_name: z
      .string()
      .nullable()
      .meta({ description: 'Null: the default schema of the connection, or a query.' }),
    table_name: z.string().nullable().meta({ description: 'Null: the node reads a query.' }),
    parameters: anyObject.nullable().meta({
      description:
        'The values of the parameters that the query names: each set of values has its own watermark. A text of more than 256 characters is its start and its digest. Null: a table, a query without parameters, or a watermark of a version that had one for all values.',
    }),
    column_name: z.string().meta({ description: 'Its incremental_column.' }),
    type: z.enum(WATERMARK_TYPES).meta({ description: 'The type of the value.' }),
    value: z.string().meta({
      description:
        'The greatest value that was read, exact: an integer, a decimal, a text, or a date or datetime in ISO 8601; a datetime with a zone is in UTC.',
    }),
    same_address: z.boolean().meta({
      description:
        'Whether the connection still names the host, port and database that were read. False: runs of the node fail until its watermarks are reset or kept.',
    }),
    same_query: z.boolean().meta({
      description:
        'Whether the saved node still has the query whose rows were read, apart from whitespace at its ends. False: runs of the node fail until its watermarks are reset or kept. True for a table.',
    }),
    run_id: z.string().meta({ description: 'The run that advanced it; it may be removed.' }),
    updated_at: timestampText,
  })
  .meta({
    id: 'WatermarkRead',
    description: 'How far a node of a flow has read incrementally.',
    examples: [
      {
        node_id: 'orders',
        connection_id: '1f6b3f0a-2f0f-4d0e-8b55-0b1d6a7e8c55',
        schema_name: null,
        table_name: 'orders',
        parameters: null,
        column_name: 'updated_at',
        type: 'datetime',
        value: '2026-11-26 04:15:00.123456+00',
        same_address: true,
        same_query: true,
        run_id: '0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21',
        updated_at: '2026-11-26T04:15:02.175000Z',
      },
    ],
  });
