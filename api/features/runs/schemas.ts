import { z } from 'zod';
import { ENGINES } from '../../../runner/domain/engine.ts';
import { FILE_FORMATS } from '../../../runner/domain/file-format.ts';
import { RUN_STATUSES, RUN_TRIGGERS } from '../../../runner/domain/run-status.ts';
import { anyObject, shownAs, timestampText } from '../../openapi/field-types.ts';
import { queryDatetime, queryInteger } from '../../openapi/query-types.ts';
import { RunDrift } from './drift-schemas.ts';
import { EXAMPLES } from './examples.ts';
import { NodeResultRead } from './node-result-read.ts';
import { parameterValues, runEngine } from './request-fields.ts';

const example = {
  id: '0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21',
  flow_id: '7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11',
  dataset_id: '3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10',
};

/** A whole number, also as text; what the document says of it is written out, since it takes both. */
const seconds = z
  .unknown()
  .transform((value) =>
    typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : value,
  )
  .pipe(z.int().min(0).max(2_147_483_647).nullable())
  .meta({
    type: ['integer', 'string', 'null'],
    minimum: 0,
    description: 'Limit of the run; 0 means none. Absent: the setting RUN_TIMEOUT_SECONDS.',
  });

const resources = z
  .object({
    cpu: z
      .string()
      .max(50)
      .nullable()
      .optional()
      .meta({ description: 'CPUs, e.g. `500m` or `2`.' }),
    memory: z
      .string()
      .max(50)
      .nullable()
      .optional()
      .meta({ description: 'Bytes, e.g. `512Mi` or `4Gi`.' }),
  })
  .meta({
    description:
      'The compute resources of the run in a cluster; ignored elsewhere. Absent: `resources` of the flow, else the values of the installation.',
  });

export const RunCreate = z
  .object({
    engine: runEngine,
    parameters: parameterValues,
    input_dataset_id: z.string().nullable().optional().meta({
      description:
        'The dataset that the run reads, in its latest version, and is listed under. Of a flow with several inputs: which of the datasets that it reads the run is listed under.',
    }),
    timeout_seconds: seconds.optional(),
    resources: resources.nullable().optional(),
    cache: z.boolean().nullable().optional().meta({
      description:
        'Whether nodes that are unchanged since an earlier run with the cache are read from its stored results. Absent: `cache` of the flow.',
    }),
    pushdown: z.boolean().nullable().optional().meta({
      description:
        'Whether databases compute the nodes above an input that they can compute exactly. Absent: `pushdown` of the flow.',
    }),
  })
  .meta({
    id: 'FlowRunCreate',
    description: 'How to run a flow; everything is optional.',
    examples: [{ engine: 'polars' }, { parameters: { min_rain: 5 } }],
  });
export type RunCreate = z.output<typeof RunCreate>;

export const InputDatasetRef = z
  .object({
    dataset_id: z.string().meta({ description: 'The dataset.' }),
    version_number: z.int().nullable().meta({ description: 'The version that was read.' }),
    dataset_name: z.string().nullable().meta({ description: 'Its name at that time.' }),
  })
  .meta({
    id: 'InputDatasetRef',
    description: 'A dataset version that a run reads.',
    examples: [{ dataset_id: example.dataset_id, version_number: 1, dataset_name: 'orders.csv' }],
  });

export const LogEntry = z
  .object({
    level: z.enum(['info', 'warning', 'error']).meta({ description: 'How serious it is.' }),
    message: z.string().meta({ description: 'What happened.' }),
    duration_ms: z.number().optional().meta({ description: 'How long it took.' }),
    versions: z
      .array(InputDatasetRef)
      .optional()
      .meta({ description: 'The dataset versions read.' }),
    node_id: z.string().optional().meta({ description: 'The node it is about.' }),
  })
  .meta({
    id: 'LogEntry',
    description: 'One entry of the log of a run.',
    examples: [{ level: 'info', message: 'Run finished in 41 ms, 1 output', duration_ms: 41 }],
  });

const OutputRead = z
  .object({
    node_id: z.string().meta({ description: 'The output node.' }),
    key: z.string().meta({ description: 'Where the file is in the object store.' }),
    format: z.enum(FILE_FORMATS).meta({ description: 'The format of the file.' }),
    bytes: z.int().meta({ description: 'Its size.' }),
    rows: z.int().meta({ description: 'Rows in it.' }),
  })
  .meta({
    id: 'RunOutputRead',
    description: 'A file that an output node of a run wrote.',
    examples: EXAMPLES.run.outputs,
  });

const summary = {
  id: z.string().meta({ description: 'UUID.' }),
  flow_id: z.string().meta({ description: 'The flow.' }),
  input_dataset_id: z.string().nullable().meta({ description: 'The dataset it is listed under.' }),
  input_datasets: z
    .array(InputDatasetRef)
    .nullable()
    .meta({ description: 'What it reads; null when that could not be resolved.' }),
  status: z.enum(RUN_STATUSES).meta({
    description:
      'success, failed and cancelled are final. In a cluster a run is pending again when its attempt was lost, as to a drained node or a queue that evicts it, until the next attempt starts.',
  }),
  engine: z.enum(ENGINES).meta({ description: 'The engine used.' }),
  trigger: z.enum(RUN_TRIGGERS).meta({ description: 'Who or what started it.' }),
  schedule_id: z.string().nullable().meta({ description: 'The schedule that started it.' }),
  local_time: z.string().nullable().meta({
    description:
      'The time that the run is for, which `now()` is in its expressions: of a scheduled run that of its slot, else that of the request; a retry has the same. ISO 8601 without an offset, by the clock of `time_zone`. Null for runs of older versions.',
  }),
  time_zone: z.string().nullable().meta({
    description: 'The zone of `local_time`: that of the schedule, else UTC.',
  }),
  output_location: z.string().nullable().meta({
    description:
      'Run id and file name of the first output; `outputs` of a single run has the keys.',
  }),
  started_at: timestampText.nullable().meta({
    description: 'When it first started; a run that is pending again keeps it.',
  }),
  finished_at: timestampText.nullable(),
  created_at: timestampText,
};

export const RunSummary = z
  .object({
    ...summary,
    flow_name: z.string().nullable().meta({ description: 'The name of the flow.' }),
    project_id: z.string().nullable().meta({ description: 'The project of the flow.' }),
  })
  .meta({
    id: 'FlowRunSummary',
    description: 'A run as listed.',
    examples: [EXAMPLES.summary],
  });
export type RunSummary = z.output<typeof RunSummary>;

export const RunRead = z
  .object({
    ...summary,
    error_message: z.string().nullable().meta({ description: 'Why it failed or was cancelled.' }),
    waiting: z
      .object({
        reason: z.string().meta({ description: 'One word of the cluster, as `Unschedulable`.' }),
        message: z.string().meta({ description: 'The same for people.' }),
      })
      .nullable()
      .meta({
        description: 'Why its attempt has not started; null while it waits as usual.',
      }),
    logs: z.array(LogEntry).meta({
      description:
        'Written when the run finishes; before that, the attempts that were lost, and why it waits, if it does.',
    }),
    logs_json: z.array(LogEntry).meta({ description: 'The same as logs.' }),
    outputs: z.array(OutputRead).meta({
      description: 'The files it wrote, in the order of the nodes; empty before a run succeeds.',
    }),
    node_results: z.array(NodeResultRead).nullable().meta({ description: 'In topological order.' }),
    graph_snapshot: shownAs('Graph', 'The graph of the run.')
      .nullable()
      .meta({ description: 'The graph that was run, parameters put in.' }),
    parameters: anyObject
      .nullable()
      .meta({ description: 'The effective values; null when the flow declares none.' }),
    drift: RunDrift.nullable().meta({ description: 'Only in a single read.' }),
  })
  .meta({
    id: 'FlowRunRead',
    description: 'One execution of a flow.',
    examples: [EXAMPLES.run],
  });
export type RunRead = z.output<typeof RunRead>;

export const CancelResult = z
  .object({
    run_id: z.string().meta({ description: 'The run.' }),
    status: z
      .literal('cancelling')
      .meta({ description: 'It ends as cancelled, unless it ends by itself first.' }),
  })
  .meta({
    id: 'CancelResult',
    description: 'The run was asked to end.',
    examples: [{ run_id: example.id, status: 'cancelling' }],
  });

const filter = (description: string): z.ZodOptional<z.ZodString> =>
  z.string().optional().meta({ description });

export const RunListQuery = z.object({
  flow_id: filter('Runs of this flow.'),
  project_id: filter('Runs of the flows of this project.'),
  dataset_id: filter('Runs that read this dataset, or are listed under it.'),
  schedule_id: filter('Runs that this schedule started.'),
  status: z.enum(RUN_STATUSES).optional().meta({ description: 'Runs in this state.' }),
  started_after: queryDatetime.optional(),
  started_before: queryDatetime.optional(),
  sort_by: z
    .enum(['created_at', 'started_at', 'status'])
    .default('created_at')
    .meta({ description: 'What to sort by.' }),
  sort_order: z.enum(['asc', 'desc']).default('desc').meta({ description: 'The direction.' }),
  limit: queryInteger(z.int().min(1).max(10_000))
    .default(100)
    .meta({ description: 'Maximum number of items.' }),
  offset: queryInteger(z.int().min(0)).default(0).meta({ description: 'Number of items to skip.' }),
});
export type RunListQuery = z.output<typeof RunListQuery>;
