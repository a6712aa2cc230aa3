import type { z } from 'zod';
import type { Components, JsonSchema } from './json-schema.ts';
import type { Route } from './route.ts';

/** Something about a request that was carried out, which its sender should know. */
export interface AnswerWarning {
  /** The field of the body or of the node's config; null: it is about none. */
  readonly field: string | null;
  /** The node that it is about. */
  readonly node_id: string | null;
  /** A sentence for people. */
  readonly message: string;
}

/** The schemas of warnings, by name. */
export const WARNING_SCHEMAS: Components = {
  AnswerWarning: {
    type: 'object',
    description: 'Something about the request, which was carried out nevertheless.',
    required: ['field', 'node_id', 'message'],
    properties: {
      field: {
        type: ['string', 'null'],
        description: 'The field of the body, or of the config of the node; null: it is about none.',
      },
      node_id: { type: ['string', 'null'], description: 'The node; null: it is about none.' },
      message: { type: 'string', description: 'A sentence for people.' },
    },
    examples: [
      {
        field: 'params',
        node_id: null,
        message: 'There is no field "params". Did you mean "parameters"? It is ignored.',
      },
    ],
  },
  AnswerWarnings: {
    type: 'object',
    description: 'What every answer to a JSON body can carry besides its own fields.',
    properties: {
      warnings: {
        type: 'array',
        description:
          'Fields of the request that are not known, the first hundred at most. Absent when there is nothing to warn of.',
        items: { $ref: '#/components/schemas/AnswerWarning' },
      },
    },
    examples: [{}],
  },
};

/** The shape of an answer that can carry warnings: those to JSON bodies, when they are objects. */
export function withWarnings({ request }: Route, shape: JsonSchema, schema: z.ZodType): JsonSchema {
  if (request?.body === undefined || schema.def.type !== 'object') return shape;
  return { allOf: [shape, { $ref: '#/components/schemas/AnswerWarnings' }] };
}
