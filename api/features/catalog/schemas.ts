import { z } from 'zod';
import { anyObject } from '../../openapi/field-types.ts';
import { CONNECTION_KINDS } from '../../../runner/domain/connection.ts';
import { ISOLATION_LEVELS } from '../../../runner/scripts/isolation.ts';
import { CATEGORIES, type ConfigField as Field } from '../../../runner/nodes/definition.ts';

const Handle = z
  .object({
    id: z.string().meta({ description: 'The name that edges use.' }),
    type: z.enum(['dataframe', 'model']).meta({ description: 'What flows through it.' }),
    required: z.boolean().meta({ description: 'An edge must dock here.' }),
    multi: z.boolean().meta({ description: 'Several edges may dock here.' }),
  })
  .meta({
    id: 'Handle',
    description: 'Where an edge docks.',
    examples: [{ id: 'in', type: 'dataframe', required: true, multi: false }],
  });

const FIELD_TYPES = [
  'string',
  'number',
  'integer',
  'boolean',
  'select',
  'string_list',
  'column',
  'column_list',
  'mapping',
  'json',
] as const satisfies readonly Field['type'][];

const ConfigField = z
  .object({
    key: z.string().meta({ description: 'The key in the config.' }),
    label: z.string().meta({ description: 'A short name for people.' }),
    type: z.enum(FIELD_TYPES).meta({ description: 'What to ask for.' }),
    required: z.boolean().meta({ description: 'The node does not work without it.' }),
    default: z.unknown().optional().meta({ description: 'The value when absent.' }),
    placeholder: z.string().optional().meta({ description: 'Shown in an empty field.' }),
    help: z.string().optional().meta({ description: 'A sentence of help.' }),
    options: z.array(z.string()).optional().meta({ description: 'The values of a select.' }),
    min: z.number().optional().meta({ description: 'The least number.' }),
    max: z.number().optional().meta({ description: 'The greatest number.' }),
  })
  .meta({
    id: 'ConfigField',
    description: 'One field of the form of a node.',
    examples: [{ key: 'n', label: 'Rows', type: 'integer', required: true, default: 10, min: 0 }],
  });

const ConnectionField = ConfigField.omit({ type: true })
  .extend({
    type: z.enum(FIELD_TYPES).meta({ description: 'What to ask for.' }),
    secret: z.boolean().optional().meta({ description: 'The value is a secret reference.' }),
  })
  .meta({
    id: 'ConnectionField',
    description: 'One field of the form of a connection. A key with a dot is one of `options`.',
    examples: [{ key: 'host', label: 'Host', type: 'string', required: true }],
  });

const ProviderFacts = z
  .object({
    default_port: z.int().nullable().meta({ description: 'The port of an empty field.' }),
    needs_host: z.boolean().meta({ description: 'It has a host.' }),
    needs_auth: z.boolean().meta({ description: 'It has a user and a secret.' }),
    supports_query: z.boolean().meta({ description: 'It accepts queries.' }),
    needs_bucket: z.boolean().meta({ description: 'It has a bucket or folder.' }),
    needs_region: z.boolean().meta({ description: 'It has a region.' }),
    needs_endpoint: z.boolean().meta({ description: 'It has an endpoint.' }),
  })
  .meta({ description: 'The fields of a connection that mean something.' });

export const NodeSpec = z
  .object({
    id: z.string().meta({ description: 'The type name in graphs.' }),
    label: z.string().meta({ description: 'A short name for people.' }),
    category: z.string().meta({ description: 'The palette category.' }),
    description: z.string().meta({ description: 'What it does.' }),
    provider: z.string().meta({ description: 'Who brings it: the core or a plugin.' }),
    version: z.string().meta({ description: 'The version of its behaviour.' }),
    inputs: z.array(Handle).meta({ description: 'Where edges come in.' }),
    outputs: z.array(Handle).meta({ description: 'Where edges go out.' }),
    default_config: anyObject.meta({ description: 'The config of a new node.' }),
    capabilities: z.array(z.string()).meta({ description: 'Named abilities.' }),
    permissions: z.array(z.string()).meta({ description: 'What a plugin must be granted.' }),
    requires_ml: z.boolean().meta({ description: 'Only there when machine learning is on.' }),
    is_model_sink: z.boolean().meta({ description: 'Ends in a model.' }),
    is_flow_terminal: z.boolean().meta({ description: 'A flow may end here without an output.' }),
    available: z.boolean().meta({ description: 'It can be executed here.' }),
    unavailable_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it cannot, and the command that helps; else null.' }),
    script_isolation: z
      .object({
        level: z
          .enum(ISOLATION_LEVELS)
          .meta({ description: 'full: nothing of it is open; flags-only: all of it is.' }),
        note: z.string().meta({ description: 'What scripts can reach, in a sentence.' }),
      })
      .nullable()
      .meta({
        description:
          'How this system keeps its scripts from the network, other files and other processes; null: it has none, or a cluster executes them.',
      }),
    config_schema: z
      .object({ fields: z.array(ConfigField).meta({ description: 'In the order shown.' }) })
      .meta({ description: 'The form for its config.' }),
  })
  .meta({
    id: 'NodeSpec',
    description: 'A node type.',
    examples: [
      {
        id: 'limitRows',
        label: 'Limit Rows',
        category: 'clean',
        description: 'Keeps the first rows.',
        provider: 'service.core',
        version: '1.0.0',
        inputs: [{ id: 'in', type: 'dataframe', required: true, multi: false }],
        outputs: [{ id: 'out', type: 'dataframe', required: true, multi: false }],
        default_config: { n: 100 },
        capabilities: [],
        permissions: [],
        requires_ml: false,
        is_model_sink: false,
        is_flow_terminal: false,
        available: true,
        unavailable_reason: null,
        script_isolation: null,
        config_schema: { fields: [] },
      },
    ],
  });

export const ExporterSpec = z
  .object({
    id: z.string().meta({
      description:
        'The name of the exporter. Each field of an export as Python names its own in the description.',
    }),
    label: z.string().meta({ description: 'A short name for people.' }),
    format: z.string().meta({ description: 'python or notebook.' }),
    file_extension: z.string().meta({ description: 'With the dot.' }),
    capabilities: z.array(z.string()).meta({ description: 'Named abilities.' }),
    provider: z.string().meta({ description: 'Who brings it.' }),
  })
  .meta({
    id: 'ExporterSpec',
    description: 'A way to export a flow as code.',
    examples: [
      {
        id: 'python',
        label: 'Python (pandas)',
        format: 'python',
        file_extension: '.py',
        capabilities: ['exporter.python'],
        provider: 'service.core',
      },
    ],
  });

export const ConnectorSpec = z
  .object({
    id: z.string().meta({ description: 'The name of the provider.' }),
    label: z.string().meta({ description: 'A short name for people.' }),
    kind: z.enum(CONNECTION_KINDS).meta({ description: 'What nodes can do with it.' }),
    available: z.boolean().meta({ description: 'It can be used here.' }),
    unavailable_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it cannot, and the command that helps; else null.' }),
    driver_module: z.string().nullable().meta({ description: 'The package that it needs.' }),
    extra: z.string().nullable().meta({ description: 'The group of packages that has it.' }),
    capabilities: z.array(z.string()).meta({ description: 'Named abilities.' }),
    permissions: z.array(z.string()).meta({ description: 'What it needs from the machine.' }),
    provider: z.string().meta({ description: 'Who brings it.' }),
    metadata: ProviderFacts,
    config_schema: z
      .object({ fields: z.array(ConnectionField).meta({ description: 'In the order shown.' }) })
      .meta({ description: 'The form for a connection.' }),
  })
  .meta({
    id: 'ConnectorSpec',
    description: 'A connector to a kind of database, storage or service.',
    examples: [
      {
        id: 'sqlite',
        label: 'SQLite',
        kind: 'sql',
        available: true,
        unavailable_reason: null,
        driver_module: null,
        extra: null,
        capabilities: ['connector.sql', 'connector.sqlite'],
        permissions: ['database_access', 'network'],
        provider: 'service.core',
        metadata: {
          default_port: null,
          needs_host: false,
          needs_auth: false,
          supports_query: true,
          needs_bucket: false,
          needs_region: false,
          needs_endpoint: false,
        },
        config_schema: { fields: [] },
      },
    ],
  });
export type ConnectorSpec = z.output<typeof ConnectorSpec>;

export const CategorySpec = z
  .object({
    id: z.enum(CATEGORIES).meta({ description: 'The category of node types.' }),
    label: z.string().meta({ description: 'A short name for people.' }),
  })
  .meta({
    id: 'CategorySpec',
    description: 'A group of the palette.',
    examples: [{ id: 'clean', label: 'Cleaning' }],
  });
