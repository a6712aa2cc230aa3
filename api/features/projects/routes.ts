import { z } from 'zod';
import { listHeaders } from '../../http/responses/list-headers.ts';
import { LIST_PAGE } from '../../openapi/list-query.ts';
import { defineRoute, json, noContent, type Route } from '../../openapi/route.ts';
import { idText, PAGE_HEADERS } from '../../openapi/field-types.ts';
import { ProjectCreate, ProjectRead, ProjectUpdate } from './schemas.ts';
import { toChange, toProjectRead } from './view.ts';
import type { ProjectService } from '../../domain/projects/service.ts';

const projectParams = z.object({ project_id: idText });

export function projectRoutes(projects: ProjectService): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/projects',
      operationId: 'listProjects',
      tag: 'Projects',
      summary: 'List projects',
      description:
        'The oldest first; all, or a page of them. Without a project, a default one is created.',
      request: { query: z.object(LIST_PAGE) },
      responses: {
        200: { description: 'The projects', schema: z.array(ProjectRead), headers: PAGE_HEADERS },
      },
      async handler({ query, request }) {
        const { projects: found, total } = await projects.list(query);
        return json(
          200,
          found.map(toProjectRead),
          listHeaders(total, { url: request.originalUrl, ...query }),
        );
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/projects',
      operationId: 'createProject',
      tag: 'Projects',
      summary: 'Create a project',
      description: 'The name must be unused, whatever its case; "default" is reserved.',
      request: { body: ProjectCreate },
      responses: { 201: { description: 'The project', schema: ProjectRead } },
      errors: [400, 409],
      handler: async ({ body }) => json(201, toProjectRead(await projects.create(body))),
    }),
    defineRoute({
      method: 'get',
      path: '/api/projects/{project_id}',
      operationId: 'getProject',
      tag: 'Projects',
      summary: 'Get a project',
      description: 'With the number of its datasets and flows.',
      request: { params: projectParams },
      responses: { 200: { description: 'The project', schema: ProjectRead } },
      handler: async ({ params }) =>
        json(200, toProjectRead(await projects.get(params.project_id))),
    }),
    defineRoute({
      method: 'put',
      path: '/api/projects/{project_id}',
      operationId: 'updateProject',
      tag: 'Projects',
      summary: 'Change a project',
      description:
        'Absent fields are kept. Disabling also disables its datasets and flows; enabling gives back those that it disabled.',
      request: { params: projectParams, body: ProjectUpdate },
      responses: { 200: { description: 'The project', schema: ProjectRead } },
      errors: [400, 409],
      handler: async ({ params, body }) =>
        json(200, toProjectRead(await projects.update(params.project_id, toChange(body)))),
    }),
    defineRoute({
      method: 'delete',
      path: '/api/projects/{project_id}',
      operationId: 'deleteProject',
      tag: 'Projects',
      summary: 'Delete a project',
      description:
        'Its datasets and flows move to the default project, which itself cannot be deleted. Connections lose it from `project_ids`.',
      request: { params: projectParams },
      responses: { 204: { description: 'Deleted' } },
      errors: [400],
      async handler({ params }) {
        await projects.delete(params.project_id);
        return noContent();
      },
    }),
  ];
}
