import { z } from 'zod';
import {
  parseSecretReference,
  REFERENCE_FORMS,
} from '../../../runner/connectors/secrets/secret-reference.ts';
import { CONNECTION_KINDS } from '../../../runner/domain/connection.ts';
import { TEST_STATUSES } from '../../domain/connections/connection-record.ts';
import { anyObject, idText, nameText, timestampText } from '../../openapi/field-types.ts';

const provider = z.string().meta({ description: 'The name of a provider, such as postgresql.' });
const port = z.int().min(1).max(65_535).nullable().meta({ description: 'The TCP port.' });
const options = anyObject.nullable().meta({ description: 'Settings of the provider. No secrets.' });

/** Blank texts are null. */
function blankable(description: string): z.ZodType<string | null> {
  return z
    .string()
    .max(2_000)
    .nullable()
    .transform((text) => (text === null || text.trim() === '' ? null : text.trim()))
    .meta({ description });
}

/** The message does not repeat the value, which may be a secret. */
const secretReference = z
  .string()
  .max(1_100)
  .nullable()
  .refine(
    (text) => text === null || text.trim() === '' || parseSecretReference(text.trim()) !== null,
    REFERENCE_FORMS,
  )
  .transform((text) => (text === null || text.trim() === '' ? null : text.trim()))
  .meta({
    description:
      'Where the secret is: NAME or env:NAME, keyring:NAME, or file:/path. Never the secret itself.',
    examples: ['env:SHOP_PASSWORD'],
  });

/** Larger than any installation needs. */
const MAX_PROJECTS = 1_000;

const projectIds = z
  .array(idText)
  .max(MAX_PROJECTS)
  .nullable()
  .meta({ description: 'The projects whose flows may use it; null: all projects.' });

const FIELDS = {
  host: blankable('A host name, or the URL of a service.').optional(),
  port: port.optional(),
  database: blankable('A database, bucket, folder, file or URI, by provider.').optional(),
  username: blankable('A user, account or access key.').optional(),
  password_env: secretReference.optional(),
  options: options.optional(),
  project_ids: projectIds.optional(),
};

const EXAMPLE = {
  name: 'Shop',
  provider: 'postgresql',
  host: 'db.example.com',
  port: 5432,
  database: 'shop',
  username: 'reader',
  password_env: 'env:SHOP_PASSWORD',
  options: { sslmode: 'verify-full' },
};

export const ConnectionCreate = z.object({ name: nameText, provider, ...FIELDS }).meta({
  id: 'ConnectionCreate',
  description: 'A new connection.',
  examples: [EXAMPLE],
});
export type ConnectionCreate = z.output<typeof ConnectionCreate>;

export const ConnectionUpdate = z
  .object({ name: nameText.optional(), provider: provider.optional(), ...FIELDS })
  .meta({
    id: 'ConnectionUpdate',
    description: 'The fields to change. All but `name` and `project_ids` forget the last test.',
    examples: [{ host: 'db2.example.com' }],
  });
export type ConnectionUpdate = z.output<typeof ConnectionUpdate>;

export const ConnectionRead = z
  .object({
    id: z.string().meta({ description: 'UUID.' }),
    name: z.string().meta({ description: 'Unique, whatever its case.' }),
    provider,
    connection_type: z
      .enum(CONNECTION_KINDS)
      .meta({ description: 'What nodes can do with it; the kind of its provider.' }),
    host: z.string().nullable().meta({ description: 'A host name or URL.' }),
    port: z.int().nullable().meta({ description: 'The TCP port.' }),
    database: z.string().nullable().meta({ description: 'A database, bucket, folder or file.' }),
    username: z.string().nullable().meta({ description: 'A user, account or access key.' }),
    password_env: z.string().nullable().meta({ description: 'The secret reference.' }),
    options,
    project_ids: z.array(z.string()).nullable().meta({
      description:
        'The projects whose flows may use it; null: all projects. Empty when all of them were deleted: then no flow may use it.',
    }),
    created_at: timestampText,
    updated_at: timestampText,
    last_tested_at: timestampText
      .nullable()
      .meta({ description: 'When the present fields were tested; null: not yet.' }),
    last_test_status: z.enum(TEST_STATUSES).nullable().meta({ description: 'Its outcome.' }),
    last_test_error: z
      .string()
      .nullable()
      .meta({ description: 'Why it failed, without secrets; null after a success.' }),
  })
  .meta({
    id: 'ConnectionRead',
    description: 'A database, storage or service that nodes use.',
    examples: [
      {
        ...EXAMPLE,
        id: '5f0c7b1e-54d5-4f0e-9d5a-1f2a6f0c9b11',
        connection_type: 'sql',
        project_ids: null,
        created_at: '2026-11-21T09:34:09.175000Z',
        updated_at: '2026-11-21T09:34:09.175000Z',
        last_tested_at: null,
        last_test_status: null,
        last_test_error: null,
      },
    ],
  });
export type ConnectionRead = z.output<typeof ConnectionRead>;

export const ConnectionTestResult = z
  .object({
    ok: z.boolean().meta({ description: 'Whether it can be used.' }),
    message: z.string().meta({ description: 'A sentence without secrets.' }),
  })
  .meta({
    id: 'ConnectionTestResult',
    description: 'The outcome of a test.',
    examples: [{ ok: true, message: 'The connection works.' }],
  });

export const TableInfo = z
  .object({
    name: z.string().meta({ description: 'The name of the table, view or collection.' }),
    schema_name: z.string().nullable().meta({ description: 'Null without schemas.' }),
    qualified: z.string().meta({ description: 'The name with its schema.' }),
    columns: z
      .array(
        z.object({
          name: z.string().meta({ description: 'The name of the column.' }),
          type: z.string().meta({ description: 'Its type in the database.' }),
        }),
      )
      .meta({ description: 'In the order of the table.' }),
    row_estimate: z
      .number()
      .nullable()
      .meta({ description: 'An estimate of the database, which counts nothing; null: unknown.' }),
  })
  .meta({
    id: 'TableInfo',
    description: 'A table or view.',
    examples: [
      {
        name: 'orders',
        schema_name: 'public',
        qualified: 'public.orders',
        columns: [{ name: 'id', type: 'bigint' }],
        row_estimate: 1200,
      },
    ],
  });

export const ProviderInfo = z
  .object({
    name: z.string().meta({ description: 'The value of `provider`.' }),
    label: z.string().meta({ description: 'A name for people.' }),
    kind: z.enum(CONNECTION_KINDS).meta({ description: 'The `connection_type` it makes.' }),
    available: z.boolean().meta({ description: 'Whether it can be used here.' }),
    driver_module: z.string().nullable().meta({ description: 'The package that it needs.' }),
    extra: z.string().nullable().meta({ description: 'The group of packages that has it.' }),
    default_port: z.int().nullable().meta({ description: 'The port of an empty field.' }),
    needs_host: z.boolean().meta({ description: 'It has a host.' }),
    needs_auth: z.boolean().meta({ description: 'It has a user and a secret.' }),
    supports_query: z.boolean().meta({ description: 'It accepts queries.' }),
    needs_bucket: z.boolean().meta({ description: 'It has a bucket or folder.' }),
    needs_region: z.boolean().meta({ description: 'It has a region.' }),
    needs_endpoint: z.boolean().meta({ description: 'It has an endpoint.' }),
  })
  .meta({
    id: 'ProviderInfo',
    description: 'A kind of database, storage or service.',
    examples: [
      {
        name: 'postgresql',
        label: 'PostgreSQL',
        kind: 'sql',
        available: true,
        driver_module: 'pg',
        extra: null,
        default_port: 5432,
        needs_host: true,
        needs_auth: true,
        supports_query: true,
        needs_bucket: false,
        needs_region: false,
        needs_endpoint: false,
      },
    ],
  });
export type ProviderInfo = z.output<typeof ProviderInfo>;
