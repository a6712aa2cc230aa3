import { z } from 'zod';
import type { KeyringService } from '../../domain/keyring/keyring-service.ts';
import { defineRoute, json, noContent, type Route } from '../../openapi/route.ts';
import { KeyringAvailability, KeyringSecretStatus, KeyringSecretWrite } from './keyring-schemas.ts';

const params = z.object({ name: z.string().meta({ description: 'The name of the secret.' }) });

/** The routes of the keyring. None returns a secret. */
export function keyringRoutes(keyring: KeyringService): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/connections/keyring',
      operationId: 'getKeyring',
      tag: 'Connections',
      summary: 'Check the keyring',
      description: 'Whether secrets can be stored here, and why not.',
      responses: { 200: { description: 'Its state', schema: KeyringAvailability } },
      handler: async () => json(200, await keyring.availability()),
    }),
    defineRoute({
      method: 'post',
      path: '/api/connections/keyring',
      operationId: 'storeKeyringSecret',
      tag: 'Connections',
      summary: 'Store a secret',
      description:
        'Stores it in the keyring of the service, for connections with the reference keyring:NAME.',
      request: { body: KeyringSecretWrite },
      responses: { 201: { description: 'The secret is stored', schema: KeyringSecretStatus } },
      errors: [400, 409],
      async handler({ body }) {
        await keyring.store(body.name, body.value, body.overwrite);
        return json(201, statusOf(body.name, true));
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/connections/keyring/{name}',
      operationId: 'getKeyringSecret',
      tag: 'Connections',
      summary: 'Check a secret',
      description: 'Whether the keyring has it.',
      request: { params },
      responses: { 200: { description: 'Its state', schema: KeyringSecretStatus } },
      errors: [400],
      handler: async ({ params: { name } }) =>
        json(200, statusOf(name, await keyring.exists(name))),
    }),
    defineRoute({
      method: 'delete',
      path: '/api/connections/keyring/{name}',
      operationId: 'deleteKeyringSecret',
      tag: 'Connections',
      summary: 'Remove a secret',
      description: 'Connections that name it fail from then on.',
      request: { params },
      responses: { 204: { description: 'Removed' } },
      errors: [400],
      async handler({ params: { name } }) {
        await keyring.remove(name);
        return noContent();
      },
    }),
  ];
}

function statusOf(name: string, exists: boolean): KeyringSecretStatus {
  return { name, exists, reference: `keyring:${name}` };
}
