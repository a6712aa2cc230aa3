import { z } from 'zod';
import { notFound } from '../../domain/errors.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import { FlowRead } from '../flows/schemas.ts';
import { toFlowRead } from '../flows/view.ts';
import { openTemplate, type TemplateDeps } from './open-template.ts';
import { TemplateOpen, TemplateRead } from './schemas.ts';
import { readTemplates, type Template } from './templates.ts';

const params = z.object({
  template_id: z
    .string()
    .meta({ description: 'The id of the template.', examples: ['rain-by-month'] }),
});

/** Lists flows over public data, and opens them. */
export function templateRoutes(deps: TemplateDeps): Route[] {
  let known: readonly Template[] | null = null;
  const templates = (): readonly Template[] => (known ??= readTemplates());
  return [
    defineRoute({
      method: 'get',
      path: '/api/templates',
      operationId: 'listTemplates',
      tag: 'Templates',
      summary: 'List templates',
      description: 'Flows over public data to start from, by id.',
      responses: { 200: { description: 'The templates', schema: z.array(TemplateRead) } },
      handler: () => Promise.resolve(json(200, templates().map(toTemplateRead))),
    }),
    defineRoute({
      method: 'post',
      path: '/api/templates/{template_id}/open',
      operationId: 'openTemplate',
      tag: 'Templates',
      summary: 'Open a template',
      description:
        'Saves its flow, with the name of the template. The flow reads the datasets of the project that are the files of the template, by name and content; those that are missing, disabled or deleted are uploaded, such as `airports (public data).csv` beside an `airports.csv` of your own.',
      request: { params, body: TemplateOpen, bodyRequired: false },
      responses: { 201: { description: 'The flow', schema: FlowRead } },
      errors: [400, 404],
      async handler({ params: { template_id: id }, body, response }) {
        const template = templates().find((one) => one.id === id);
        if (template === undefined) throw notFound('Template', id);
        const projectId = body.project_id ?? undefined;
        const signal = disconnectSignal(response);
        return json(201, toFlowRead(await openTemplate(template, projectId, deps, signal)));
      },
    }),
  ];
}

function toTemplateRead({
  id,
  name,
  description,
  datasets,
  graph_json: graph,
}: Template): TemplateRead {
  return {
    id,
    name,
    description,
    datasets: [...datasets],
    node_types: graph.nodes.map(({ type }) => type),
  };
}
