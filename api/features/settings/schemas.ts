import { z } from 'zod';

const settingValue = z.union([z.int(), z.string()]);

export const SettingRead = z
  .object({
    key: z.string().meta({ description: 'The name of the setting.' }),
    label: z.string().meta({ description: 'A short name for people.' }),
    description: z.string().meta({ description: 'What it does.' }),
    env_var: z.string().meta({ description: 'The environment variable that sets it at start.' }),
    category: z.string().meta({ description: 'The group it is shown in.' }),
    value_type: z.enum(['integer', 'select', 'url']).meta({ description: 'What a value is.' }),
    choices: z.array(z.string()).nullable().meta({ description: 'The values to choose from.' }),
    min_value: z.int().nullable().meta({ description: 'The least value.' }),
    max_value: z.int().nullable().meta({ description: 'The greatest value.' }),
    restart_required: z.boolean().meta({ description: 'A change waits for the next start.' }),
    value: settingValue.meta({ description: 'The value in force.' }),
    source: z.enum(['default', 'env', 'override']).meta({ description: 'Where it comes from.' }),
    default_value: settingValue.meta({ description: 'The value without any setting.' }),
    env_value: settingValue.meta({ description: 'The value without an override.' }),
  })
  .meta({
    id: 'AppSettingRead',
    description: 'A setting and its value.',
    examples: [
      {
        key: 'MAX_UPLOAD_SIZE_MB',
        label: 'Max upload size (MB)',
        description: 'Larger files are refused while they arrive.',
        env_var: 'SERVICE_MAX_UPLOAD_SIZE_MB',
        category: 'Datasets',
        value_type: 'integer',
        choices: null,
        min_value: 1,
        max_value: 10_240,
        restart_required: false,
        value: 250,
        source: 'override',
        default_value: 100,
        env_value: 100,
      },
    ],
  });
export type SettingRead = z.output<typeof SettingRead>;

export const SettingUpdate = z
  .object({ value: settingValue.meta({ description: 'A whole number or a choice, by type.' }) })
  .meta({ id: 'AppSettingUpdate', description: 'A new value.', examples: [{ value: 250 }] });

export const WebhookStatus = z
  .object({ configured: z.boolean().meta({ description: 'Whether the trigger has a secret.' }) })
  .meta({
    id: 'WebhookStatus',
    description: 'Whether the webhook trigger is on.',
    examples: [{ configured: true }],
  });
