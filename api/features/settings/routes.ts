import { z } from 'zod';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import { SettingRead, SettingUpdate, WebhookStatus } from './schemas.ts';
import { toSettingRead } from './view.ts';
import type { SettingsService } from '../../domain/settings/service.ts';

const keyParams = z.object({ key: z.string().meta({ description: 'The key of the setting.' }) });

export interface SettingsRoutesOptions {
  readonly settings: SettingsService;
  readonly isWebhookConfigured: boolean;
  /** Called when a setting was overridden or reset; must not throw. */
  readonly changed: () => void;
}

export function settingsRoutes(options: SettingsRoutesOptions): Route[] {
  const { settings, isWebhookConfigured, changed } = options;
  return [
    defineRoute({
      method: 'get',
      path: '/api/settings',
      operationId: 'listSettings',
      tag: 'Settings',
      summary: 'List settings',
      description: 'Every setting that can be changed while the service runs, in a fixed order.',
      responses: { 200: { description: 'The settings', schema: z.array(SettingRead) } },
      handler: async () => json(200, (await settings.list()).map(toSettingRead)),
    }),
    defineRoute({
      method: 'get',
      path: '/api/settings/webhook',
      operationId: 'getWebhookStatus',
      tag: 'Settings',
      summary: 'Get the status of the webhook trigger',
      description: 'Whether a secret is configured. No response contains the secret.',
      responses: { 200: { description: 'The state', schema: WebhookStatus } },
      handler: () => Promise.resolve(json(200, { configured: isWebhookConfigured })),
    }),
    defineRoute({
      method: 'put',
      path: '/api/settings/{key}',
      operationId: 'updateSetting',
      tag: 'Settings',
      summary: 'Override a setting',
      description: 'The override outranks the environment and lasts until it is taken back.',
      isUnknownToGet: true,
      request: { params: keyParams, body: SettingUpdate },
      responses: { 200: { description: 'The setting', schema: SettingRead } },
      errors: [400, 404],
      handler: async ({ params, body }) => {
        const setting = await settings.override(params.key, body.value);
        changed();
        return json(200, toSettingRead(setting));
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/settings/{key}',
      operationId: 'resetSetting',
      tag: 'Settings',
      summary: 'Take an override back',
      description:
        'The setting returns to the environment or its default. Repeating it is no error.',
      request: { params: keyParams },
      responses: { 200: { description: 'The setting', schema: SettingRead } },
      errors: [404],
      handler: async ({ params }) => {
        const setting = await settings.reset(params.key);
        changed();
        return json(200, toSettingRead(setting));
      },
    }),
  ];
}
