import { PARAMETER_TYPES } from '../../../runner/domain/graph.ts';
import type { JsonObject, JsonValue } from '../../../runner/domain/json.ts';
import type { AnyNode } from '../../../runner/nodes/definition.ts';
import { nodes } from '../../../runner/nodes/index.ts';
import type { Components, JsonSchema } from '../json-schema.ts';
import { configSchema, PARAMETER_REFERENCE } from './config-schema.ts';
import { reference } from './reference.ts';

/**
 * The schemas of a graph for the document and the types of clients: a union of the node types, each with its
 * config. `x-checked-by-service` excludes them from the request validation, since the service saves drafts,
 * warns about unknown fields and names the node of an error. The last alternative of the union accepts any
 * node, so that the document allows every request that succeeds.
 */
export function graphSchemas(): Components {
  const components: Components = {
    ParameterReference: PARAMETER_REFERENCE,
    Graph: GRAPH,
    AnyGraph: ANY_GRAPH,
    Edge: EDGE,
    Parameter: PARAMETER,
    Node: NODE,
    OtherNode: OTHER_NODE,
    OtherNodeType: OTHER_NODE_TYPE,
    KnownNode: knownNode(),
  };
  for (const node of nodes) {
    const config = exampleConfig(node);
    components[configName(node)] = { ...configSchema(node), examples: [config] };
    components[nodeName(node)] = typedNode(node, config);
  }
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [
      name,
      { ...schema, 'x-checked-by-service': true },
    ]),
  );
}

const ID: JsonSchema = { type: 'string', minLength: 1, description: 'Unique in the graph.' };
const LABEL: JsonSchema = { description: 'A name for people, when it is a text.' };
/** Keys of editors, e.g. the position, are stored unchanged. */
const OTHER_KEYS = { additionalProperties: true };

const EXAMPLE_NODE = { id: 'top', type: 'limitRows', data: { config: { n: 10 } } };
const EXAMPLE_EDGE = { source: 'in', target: 'top' };
const EXAMPLE_PARAMETER = { name: 'min_rain', type: 'number', default: 0 };

const GRAPH: JsonSchema = {
  type: 'object',
  description: 'The graph of a flow. Other keys are kept.',
  properties: {
    nodes: {
      type: ['array', 'null'],
      items: reference('Node'),
      description: 'At most 2000, with distinct ids.',
    },
    edges: {
      type: ['array', 'null'],
      items: reference('Edge'),
      description: 'At most 10,000, between nodes of the graph.',
    },
    parameters: {
      type: ['array', 'null'],
      items: reference('Parameter'),
      description: 'What a run can be given.',
    },
    engine: {
      type: ['string', 'null'],
      description: 'polars or pandas, judged when a run starts; null: the setting DEFAULT_ENGINE.',
    },
    resources: {
      type: ['object', 'null'],
      properties: {
        cpu: { type: 'string', description: 'Cores, as Kubernetes writes them.' },
        memory: { type: 'string', description: 'Bytes, as Kubernetes writes them.' },
      },
      ...OTHER_KEYS,
      description: 'CPU and memory of its runs in a cluster.',
    },
    cache: {
      type: ['boolean', 'null'],
      description:
        'Whether its runs read nodes that are unchanged since an earlier run from stored results.',
    },
    pushdown: {
      type: ['boolean', 'null'],
      description:
        'Whether databases compute the nodes above an input that they can compute exactly. Absent: yes.',
    },
  },
  ...OTHER_KEYS,
  examples: [
    {
      nodes: [
        { id: 'in', type: 'fileInput', data: { config: { dataset_id: '…', format: 'csv' } } },
        { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
      ],
      edges: [{ source: 'in', target: 'out' }],
    },
  ],
};

/** Client types omit the open alternative, which would hide every type error. */
const ANY_GRAPH: JsonSchema = {
  description: 'A graph. For any other object, the response names the problem.',
  anyOf: [
    reference('Graph'),
    { type: 'object', additionalProperties: true, 'x-client-types': 'omit' },
  ],
  examples: [{ nodes: [EXAMPLE_NODE], edges: [] }],
};

const EDGE: JsonSchema = {
  type: 'object',
  description: 'From an output handle of a node to an input handle of another.',
  required: ['source', 'target'],
  properties: {
    source: { type: 'string', description: 'The id of the node that it comes from.' },
    target: { type: 'string', description: 'The id of the node that it goes to.' },
    sourceHandle: {
      type: ['string', 'null'],
      description: 'Null: the only output of the source.',
    },
    targetHandle: {
      type: ['string', 'null'],
      description: 'Null: `in`. A join has `left` and `right`.',
    },
  },
  ...OTHER_KEYS,
  examples: [EXAMPLE_EDGE],
};

const PARAMETER: JsonSchema = {
  type: 'object',
  description: 'A parameter of a flow; texts of configs refer to it as `{{ name }}`.',
  required: ['name'],
  properties: {
    name: {
      type: 'string',
      pattern: '^[A-Za-z][A-Za-z0-9_]*$',
      description: 'Letters, digits and _; no keyword of Python.',
    },
    type: { type: 'string', enum: PARAMETER_TYPES, description: 'Absent: string.' },
    default: { description: 'A value of the type; null: a run must be given one.' },
    description: { type: ['string', 'null'], description: 'For people.' },
  },
  ...OTHER_KEYS,
  examples: [EXAMPLE_PARAMETER],
};

const NODE: JsonSchema = {
  description: 'A node of a graph.',
  anyOf: [reference('KnownNode'), reference('OtherNode')],
  examples: [EXAMPLE_NODE],
};

const OTHER_NODE_TYPE: JsonSchema = {
  type: 'string',
  minLength: 1,
  description:
    'Any name. The TypeScript types use a symbol instead, so that known types discriminate the union of nodes.',
  examples: ['topRows'],
};

const OTHER_NODE: JsonSchema = {
  type: 'object',
  description:
    'Any other node: a draft, or one of a type that the server does not have. It is saved; validation and runs reject it by name.',
  required: ['id', 'type'],
  properties: {
    id: ID,
    type: reference('OtherNodeType'),
    data: dataSchema({ type: ['object', 'null'], additionalProperties: true }),
  },
  ...OTHER_KEYS,
  examples: [{ id: 'top', type: 'topRows', data: { config: { rows: 10 } } }],
};

function knownNode(): JsonSchema {
  return {
    description: 'A node of one of the types in the catalogue.',
    oneOf: nodes.map((node) => reference(nodeName(node))),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(
        nodes.map((node) => [node.id, String(reference(nodeName(node)).$ref)]),
      ),
    },
    examples: [EXAMPLE_NODE],
  };
}

function typedNode(node: AnyNode, config: JsonObject): JsonSchema {
  return {
    type: 'object',
    description: `${node.label}: ${node.description}`,
    required: ['id', 'type'],
    properties: {
      id: ID,
      type: { type: 'string', const: node.id, description: 'Its type.' },
      data: dataSchema({ anyOf: [reference(configName(node)), { type: 'null' }] }),
    },
    ...OTHER_KEYS,
    examples: [{ id: 'one', type: node.id, data: { config } }],
  };
}

function dataSchema(config: JsonSchema): JsonSchema {
  return {
    type: ['object', 'null'],
    description: 'Label and config. Other keys are kept.',
    properties: {
      label: LABEL,
      config: { ...config, description: 'A missing key means its default.' },
    },
    ...OTHER_KEYS,
  };
}

const EXAMPLE_FILES: Readonly<Record<string, JsonObject>> = {
  input: { dataset_id: '3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10', format: 'csv' },
  output: { format: 'csv' },
};

/** The config of the first example that produces rows. */
function exampleConfig(node: AnyNode): JsonObject {
  if (node.kind !== 'transform') return EXAMPLE_FILES[node.kind] ?? {};
  const shown = node.examples.find(
    ({ expected, config }) => 'rows' in expected && !hasLongInteger(config),
  );
  return shown?.config ?? {};
}

/** Whether readers of JSON would round an integer of the value. */
function hasLongInteger(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some(hasLongInteger);
}

function nodeName(node: AnyNode): string {
  return `${capitalised(node.id)}Node`;
}

function configName(node: AnyNode): string {
  return `${capitalised(node.id)}Config`;
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
