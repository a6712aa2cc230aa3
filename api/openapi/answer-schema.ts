import { z } from 'zod';
import { jsonSchema, type Components, type JsonSchema } from './json-schema.ts';
import type { Route } from './route.ts';
import { AnswerWarning } from './warnings.ts';

const AnswerWarnings = z
  .object({
    warnings: z.array(AnswerWarning).optional().meta({
      description:
        'Fields of the request that are not known, and what else its author should know, the first hundred at most. Absent when there is nothing to warn of.',
    }),
  })
  .meta({
    id: 'AnswerWarnings',
    description: 'What every answer to a JSON body can carry besides its own fields.',
    examples: [{}],
  });

/** The schema of a response. Objects that answer a JSON body can have `warnings`. */
export function withWarnings(
  { request }: Route,
  schema: z.ZodType,
  components: Components,
): JsonSchema {
  const shape = jsonSchema(schema, 'output', components);
  if (request?.body === undefined || schema.def.type !== 'object') return shape;
  return { allOf: [shape, jsonSchema(AnswerWarnings, 'output', components)] };
}
