import { z } from 'zod';
import { nodes } from '../../../runner/nodes/index.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';

const query = z.object({
  category: z
    .enum(['ml', 'etl'])
    .optional()
    .meta({ description: 'ml for machine learning, etl for the rest; absent for all.' }),
});

const names = z
  .array(z.string())
  .meta({ description: 'Type names.', examples: [['filterRows', 'join']] });

/** The names of the node types that are neither inputs nor outputs. */
export function transformationRoutes(): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/transformations',
      operationId: 'listTransformations',
      tag: 'Transformations',
      summary: 'List transformation names',
      description: 'In ascending order, without input and output node types.',
      request: { query },
      responses: { 200: { description: 'The names', schema: names } },
      handler({ query: { category } }) {
        const found = nodes.filter(
          (node) =>
            node.kind === 'transform' &&
            (category === undefined || (node.category === 'ml') === (category === 'ml')),
        );
        return Promise.resolve(
          json(
            200,
            found.map((node) => node.id),
          ),
        );
      },
    }),
  ];
}
