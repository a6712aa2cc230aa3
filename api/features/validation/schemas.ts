import { z } from 'zod';
import { DTYPES } from '../../../runner/domain/column.ts';
import { ENGINES } from '../../../runner/domain/engine.ts';
import { CONFIG_WARNING_CODES } from '../../../runner/nodes/config-warning.ts';
import { CUTS } from '../../../runner/plan/segments.ts';
import { EXAMPLES as FLOW_EXAMPLES } from '../flows/examples.ts';
import { anyGraph, unread, versionedDocument } from '../flows/schemas.ts';
import { engineLikeRun, parameterValues } from '../runs/request-fields.ts';

const choices = { engine: engineLikeRun, parameters: parameterValues };

export const FlowValidateRequest = z.object(choices).meta({
  id: 'FlowValidateRequest',
  description: 'What a run of the saved flow would be started with; everything is optional.',
  examples: [{ engine: 'polars' }, { parameters: { min_rain: 5 } }],
});

export const FlowValidateDocument = z
  .object({
    graph_json: anyGraph,
    graph: anyGraph,
    ...versionedDocument,
    ...choices,
    project_id: z.string().nullable().optional().meta({
      description:
        'The project that the flow is for. Without it, whether the flow may use its connections is not checked.',
    }),
    format: unread('Of an exported document.'),
    name: unread('The name of the flow.'),
    description: unread('The description of the flow.'),
  })
  .refine((body) => (body.graph_json ?? body.graph ?? null) !== null, {
    message: 'Value error, one of graph_json and graph is required',
  })
  .meta({
    id: 'FlowValidateDocument',
    description:
      'A flow document, exported (`graph_json`) or versioned (`graph`), and what a run would be started with.',
    examples: [{ graph_json: FLOW_EXAMPLES.created.graph_json, engine: 'polars' }],
  });
export type FlowValidateDocument = z.output<typeof FlowValidateDocument>;

const SourceColumn = z
  .object({
    node_id: z.string().meta({ description: 'The node that an edge comes from.' }),
    column: z.string().meta({ description: 'Its column.' }),
  })
  .meta({
    id: 'SourceColumn',
    description: 'A column of what flows into a node.',
    examples: [{ node_id: 'in', column: 'price' }],
  });

const ValidatedColumn = z
  .object({
    name: z.string().meta({ description: 'The column.' }),
    type: z.enum(DTYPES).meta({ description: 'Its type.' }),
    origin: z.enum(['read', 'passed', 'renamed', 'computed']).meta({
      description:
        'read: from the dataset · passed: taken over as it was · renamed: taken over under another name · computed: anything else.',
    }),
    from: z.array(SourceColumn).meta({
      description:
        'The columns that its values come from; none for a dataset and for constants. Several for a computed column, and where inputs are put below each other.',
    }),
  })
  .meta({
    id: 'ValidatedColumn',
    description: 'A column of the frame that a node makes, and where it comes from.',
    examples: [
      {
        name: 'total',
        type: 'float',
        origin: 'computed',
        from: [{ node_id: 'in', column: 'price' }],
      },
    ],
  });

const ValidatedDataset = z
  .object({
    dataset_id: z.string().meta({ description: 'The dataset.' }),
    dataset_name: z.string().meta({ description: 'Its name.' }),
    version_number: z.int().meta({ description: 'The version that a run would read now.' }),
  })
  .meta({
    id: 'ValidatedDataset',
    description: 'What an input node would read.',
    examples: [
      {
        dataset_id: '3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10',
        dataset_name: 'orders.csv',
        version_number: 3,
      },
    ],
  });

const ValidatedNode = z
  .object({
    node_id: z.string().meta({ description: 'The node.' }),
    type: z.string().meta({ description: 'Its type.' }),
    label: z.string().meta({ description: 'Its label, else its type.' }),
    status: z.enum(['known', 'unknown']).meta({
      description: 'unknown: the node, or one before it, has a problem; `problems` names it.',
    }),
    columns: z
      .array(ValidatedColumn)
      .nullable()
      .meta({ description: 'The columns of its frame, in order; null when unknown.' }),
    plan: z.array(z.string()).nullable().meta({
      description:
        'The relational operators that the node lowers to, inputs first, one line each; null while its columns are unknown. Long lines end with `…`.',
    }),
    rows_by: z.array(SourceColumn).meta({
      description:
        'The columns that determine the rows of the output or their order: of filters, sorts and keys.',
    }),
    dataset: ValidatedDataset.nullable().meta({ description: 'Of an input node.' }),
  })
  .meta({
    id: 'ValidatedNode',
    description: 'What a node would make.',
    examples: [
      {
        node_id: 'in',
        type: 'fileInput',
        label: 'Orders',
        status: 'known',
        columns: [{ name: 'price', type: 'float', origin: 'read', from: [] }],
        plan: ['source price float'],
        rows_by: [],
        dataset: {
          dataset_id: '3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10',
          dataset_name: 'orders.csv',
          version_number: 3,
        },
      },
    ],
  });

const FlowSegment = z
  .object({
    from: z.array(z.string()).meta({
      description: 'The input nodes, and the nodes with kept results, that the plan reads.',
    }),
    nodes: z.array(z.string()).meta({
      description: 'The nodes whose work the plan does, in order; it is evaluated at the last one.',
    }),
    cut: z.enum(CUTS).meta({
      description:
        'Why the plan ends there. discovery: to find the columns · script: to run a script · check of values: some can fail · report: of a check or a chart · groups: they are kept in memory · spool: its rows are kept in a file · file: an output is written · end: no later node reads it · unknown: only earlier nodes show what the node does.',
    }),
  })
  .meta({
    id: 'FlowSegment',
    description: 'Nodes that the polars engine evaluates as one plan when the data is large.',
    examples: [{ from: ['in'], nodes: ['wet', 'out'], cut: 'file' }],
  });

const FlowProblem = z
  .object({
    node_id: z.string().nullable().meta({ description: 'Null: it is about the whole flow.' }),
    field: z.string().nullable().meta({ description: "The key of the node's config." }),
    parameter: z.string().nullable().meta({ description: 'The parameter that it is about.' }),
    severity: z
      .enum(['error', 'warning'])
      .meta({ description: 'With an error the flow cannot run.' }),
    message: z.string().meta({ description: 'A sentence for people.' }),
    code: z.enum(CONFIG_WARNING_CODES).optional().meta({
      description:
        'What programs recognize a warning by, such as split_without_group; most problems have none.',
    }),
  })
  .meta({
    id: 'FlowProblem',
    description: 'Something about a flow that its author should know.',
    examples: [
      {
        node_id: 'wet',
        field: 'column',
        parameter: null,
        severity: 'error',
        message: 'There is no column "prcip". Did you mean "precip"?',
      },
    ],
  });

export const FlowValidation = z
  .object({
    valid: z.boolean().meta({
      description: 'Whether a run could start now: there is no problem of severity error.',
    }),
    engine: z.enum(ENGINES).nullable().meta({
      description: 'The engine that a run would use; null for an unknown name.',
    }),
    problems: z
      .array(FlowProblem)
      .meta({ description: 'All problems, at most the first thousand.' }),
    nodes: z.array(ValidatedNode).meta({
      description:
        'In the order of execution. Empty when the graph is malformed; `problems` has the reason.',
    }),
    segments: z.array(FlowSegment).nullable().meta({
      description:
        'The plans in which the polars engine evaluates large data, in order; null for another engine, for a flow that cannot run, and for one of which some columns are unknown.',
    }),
  })
  .meta({
    id: 'FlowValidation',
    description: 'What is known of a flow without running it.',
    examples: [{ valid: true, engine: 'polars', problems: [], nodes: [], segments: [] }],
  });
export type FlowValidation = z.output<typeof FlowValidation>;
