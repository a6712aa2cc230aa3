import { z } from 'zod';
import { EXPORTERS } from '../../../runner/export/exporters.ts';
import { CATEGORIES, type Category } from '../../../runner/nodes/definition.ts';
import { nodes, toNodeSpec } from '../../../runner/nodes/index.ts';
import { availability, scriptSupport } from '../../../runner/scripts/availability.ts';
import type { ScriptHost } from '../../../runner/scripts/script-host.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import { connectorSpecs } from './connectors.ts';
import { CategorySpec, ConnectorSpec, ExporterSpec, NodeSpec } from './schemas.ts';

const LABELS: Readonly<Record<Category, string>> = {
  input: 'Inputs',
  clean: 'Cleaning',
  columns: 'Columns',
  reshape: 'Reshape',
  analytics: 'Analytics',
  quality: 'Data Quality',
  chart: 'Charts',
  ml: 'Machine Learning',
  output: 'Outputs',
};

const nodesQuery = z.object({
  category: z
    .string()
    .optional()
    .meta({ description: 'Only node types of this category; an unknown one has none.' }),
});

/**
 * @param scripts where scripts are executed
 * @param extras the folder of the drivers that `millrace setup` installs
 */
export function catalogRoutes(scripts: ScriptHost, extras: string): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/catalog/nodes',
      operationId: 'listNodeTypes',
      tag: 'Catalog',
      summary: 'List node types',
      description: 'By id, each with its handles, default config and form.',
      request: { query: nodesQuery },
      responses: { 200: { description: 'The node types', schema: z.array(NodeSpec) } },
      async handler({ query: { category } }) {
        const found = nodes.filter((node) => category === undefined || node.category === category);
        const support = await scriptSupport(scripts);
        return json(
          200,
          found.map((node) => ({ ...toNodeSpec(node), ...availability(node, support) })),
        );
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/catalog/connectors',
      operationId: 'listConnectors',
      tag: 'Catalog',
      summary: 'List connectors',
      description: 'By id, each with its driver and the form of a connection.',
      responses: { 200: { description: 'The connectors', schema: z.array(ConnectorSpec) } },
      handler: () => Promise.resolve(json(200, connectorSpecs(extras))),
    }),
    defineRoute({
      method: 'get',
      path: '/api/catalog/exporters',
      operationId: 'listExporters',
      tag: 'Catalog',
      summary: 'List exporters',
      description: 'The forms of code that a flow can be exported as, by id.',
      responses: { 200: { description: 'The exporters', schema: z.array(ExporterSpec) } },
      handler: () => Promise.resolve(json(200, EXPORTERS)),
    }),
    defineRoute({
      method: 'get',
      path: '/api/catalog/categories',
      operationId: 'listCategories',
      tag: 'Catalog',
      summary: 'List palette categories',
      description: 'In the order to show.',
      responses: { 200: { description: 'The categories', schema: z.array(CategorySpec) } },
      handler: () =>
        Promise.resolve(
          json(
            200,
            CATEGORIES.map((id) => ({ id, label: LABELS[id] })),
          ),
        ),
    }),
  ];
}
