import { z } from 'zod';
import {
  anyObject,
  descriptionText,
  nameText,
  shownAs,
  storedDescription,
  timestampText,
} from '../../openapi/field-types.ts';
import { EXAMPLES } from './examples.ts';

const projectId = z
  .string()
  .nullable()
  .meta({ description: 'The project it is in; null: the default project.' });

const GRAPH_PARTS = 'Nodes, the edges between their handles, declared parameters, engine.';
const graph = shownAs('Graph', `${GRAPH_PARTS} Other keys are kept.`);
/** Foreign documents may have edges without nodes. */
export const anyGraph = shownAs('AnyGraph', GRAPH_PARTS)
  .nullable()
  .optional()
  .meta({ description: GRAPH_PARTS });

export const FlowRead = z
  .object({
    id: z.string().meta({ description: 'UUID.' }),
    name: z.string().meta({ description: 'Need not be unique.' }),
    description: storedDescription,
    project_id: z.string().meta({ description: 'The project it is in.' }),
    graph_json: graph,
    is_disabled: z.boolean().meta({ description: 'It does not run.' }),
    created_at: timestampText,
    updated_at: timestampText,
    last_run_at: timestampText.nullable().meta({ description: 'When its last run started.' }),
  })
  .meta({ id: 'FlowRead', description: 'A saved pipeline.', examples: [EXAMPLES.flow] });
export type FlowRead = z.output<typeof FlowRead>;

export const FlowListItem = FlowRead.partial({ graph_json: true }).meta({
  id: 'FlowListItem',
  description: 'A saved pipeline; with fields=summary without its graph.',
  examples: [EXAMPLES.flow],
});

export const FlowCreate = z
  .object({
    name: nameText,
    description: descriptionText.optional(),
    project_id: projectId.optional(),
    graph_json: graph.default({}),
  })
  .meta({ id: 'FlowCreate', description: 'A new flow.', examples: [EXAMPLES.created] });
export type FlowCreate = z.output<typeof FlowCreate>;

export const FlowUpdate = z
  .object({
    name: nameText.optional(),
    description: descriptionText.optional(),
    project_id: projectId.optional(),
    graph_json: graph.optional(),
    is_disabled: z.boolean().optional().meta({ description: 'Whether it is kept from running.' }),
  })
  .meta({
    id: 'FlowUpdate',
    description: 'The fields to change. An absent field is kept.',
    examples: [{ name: 'Clean orders' }],
  });
export type FlowUpdate = z.output<typeof FlowUpdate>;

/** A part of a document that is accepted and ignored. */
export const unread = (description: string): z.ZodOptional<z.ZodUnknown> =>
  z
    .unknown()
    .optional()
    .meta({ description: `${description} The service does not read it.` });

/** The parts of an exported or versioned document besides its graph. */
export const versionedDocument = {
  parse_options: unread('How the files of the input nodes were read; for `millrace run`.'),
  schemaVersion: z
    .unknown()
    .optional()
    .meta({ description: 'Of a versioned document; absent means 1.0.0.' }),
  serviceVersion: unread('The version of the server that wrote a versioned document.'),
  project: unread('Id, name and description of the flow of a versioned document.'),
  metadata: unread('Of a versioned document, for its author.'),
  requirements: unread('Plugins and capabilities that a versioned document needs.'),
} as const;

export const FlowImport = z
  .object({
    format: z.string().nullable().optional().meta({ description: 'Any text; ignored.' }),
    name: z.string().nullable().optional().meta({ description: 'Cut to 255 characters.' }),
    description: descriptionText.optional(),
    project_id: projectId.optional(),
    graph_json: anyGraph,
    graph: anyGraph,
    ...versionedDocument,
  })
  .refine((body) => (body.graph_json ?? body.graph ?? null) !== null, {
    message: 'Value error, one of graph_json and graph is required',
  })
  .meta({
    id: 'FlowImport',
    description: 'A flow document: exported, or versioned.',
    examples: [EXAMPLES.exported],
  });
export type FlowImport = z.output<typeof FlowImport>;

export const FlowMigrateDocumentRequest = z
  .object({ document: anyObject.meta({ description: 'A flow document of any known form.' }) })
  .meta({
    id: 'FlowMigrateDocumentRequest',
    description: 'A document to bring up to date.',
    examples: [{ document: EXAMPLES.exported }],
  });

export const FlowMigrateDocumentResponse = z
  .object({
    document: anyObject.meta({ description: 'The versioned document.' }),
    migrated: z.boolean().meta({ description: 'Whether it was of an older version.' }),
    from_version: z.string().meta({ description: 'The version it had.' }),
    to_version: z.string().meta({ description: 'The version it has now.' }),
  })
  .meta({
    id: 'FlowMigrateDocumentResponse',
    description: 'The document in its newest version.',
    examples: [EXAMPLES.migrated],
  });
export type FlowMigrateDocumentResponse = z.output<typeof FlowMigrateDocumentResponse>;
