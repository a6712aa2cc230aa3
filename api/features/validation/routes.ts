import { z } from 'zod';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { idText } from '../../openapi/field-types.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import { FlowValidateDocument, FlowValidateRequest, FlowValidation } from './schemas.ts';
import { checkSchemaVersion } from '../flows/flow-document.ts';
import type { FlowValidator } from '../../domain/graphs/flow-validator.ts';
import { toFlowValidation } from './view.ts';

const VALIDATED = {
  200: {
    description: 'What is known of the flow, also when it is not valid',
    schema: FlowValidation,
  },
};

export function validationRoutes(validator: FlowValidator): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/flows/{flow_id}/validate',
      operationId: 'validateFlow',
      tag: 'Flows',
      summary: 'Check a saved flow',
      description:
        'Every problem of the flow, with node and config key, and the columns of every node with where they come from. No rows are read: the schemas of the datasets are known. Of nodes after one that has an error, only the config is checked, not which columns it names: they are `unknown`.',
      request: {
        params: z.object({ flow_id: idText }),
        body: FlowValidateRequest,
        bodyRequired: false,
      },
      responses: VALIDATED,
      async handler({ params, body }) {
        const { engine, parameters } = body;
        const request = { engine, parameters: parameters as JsonObject | null | undefined };
        return json(200, toFlowValidation(await validator.validateFlow(params.flow_id, request)));
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/flows/validate',
      operationId: 'validateFlowDocument',
      tag: 'Flows',
      summary: 'Check a flow document',
      description:
        'The same for a flow that is not saved. Its references to datasets are kept, unlike at an import.',
      request: { body: FlowValidateDocument },
      responses: VALIDATED,
      errors: [400],
      async handler({ body }) {
        checkSchemaVersion(body.schemaVersion);
        const { engine, parameters: values, project_id: projectId } = body;
        const parameters = values as JsonObject | null | undefined;
        const request = { engine, parameters, projectId };
        const result = await validator.validate(body.graph_json ?? body.graph, request);
        return json(200, toFlowValidation(result));
      },
    }),
  ];
}
