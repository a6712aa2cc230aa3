import { z } from 'zod';
import { MEDIA_TYPE } from '../../../runner/domain/file-format.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { isTerminal } from '../../../runner/domain/run-status.ts';
import { itemTexts } from '../../http/responses/item-texts.ts';
import { listHeaders } from '../../http/responses/list-headers.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { streamBody } from '../../http/responses/stream-body.ts';
import { traceOf } from '../../http/middleware/trace-context.ts';
import { idText, PAGE_HEADERS } from '../../openapi/field-types.ts';
import { defineRoute, json, jsonItems, type JsonReply, type Route } from '../../openapi/route.ts';
import { retryKey, runKey } from '../../domain/runs/idempotency-key.ts';
import { idempotencyKeyHeader } from './request-fields.ts';
import { queryBoolean } from '../../openapi/query-types.ts';
import type { IdempotentStarts, StartedRun } from '../../execution/launch/idempotent-starts.ts';
import { streamRunLogs } from './log-stream.ts';
import { CancelResult, RunCreate, RunListQuery, RunRead, RunSummary } from './schemas.ts';
import { ticketQuery } from './ticket-routes.ts';
import type { RunService } from '../../execution/launch/run-service.ts';
import type { RunStore } from '../../domain/runs/store.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import { toRunDrift } from './drift-view.ts';
import { AmbiguousOutputError, openRunOutput } from '../../domain/runs/open-run-output.ts';
import { missingNodeId, outputHeaders } from './output-download.ts';
import { toRunRead, toRunText } from './run-view.ts';

const flowParams = z.object({ flow_id: idText });
const runParams = z.object({ run_id: idText });
const prefer = z
  .string()
  .optional()
  .meta({ description: '`respond-async`: answer 202 without waiting until the run has finished.' });
const LOCATION = { Location: 'Where the run can be read.' };
const STARTED = {
  201: { description: 'The finished run, with any outcome', schema: RunRead, headers: LOCATION },
  202: {
    description:
      'The unfinished run: with `Prefer: respond-async`, or when the server stops before the run has finished',
    schema: RunRead,
    headers: LOCATION,
  },
};

/** In the document without parameters such as the charset. */
const OUTPUT_TYPES = Object.values(MEDIA_TYPE).map((type) => type.replace(/;.*/, ''));

export interface RunRouteDeps {
  readonly runs: RunService;
  readonly starts: IdempotentStarts;
  readonly store: RunStore;
  readonly objects: ObjectStore;
}

export function runRoutes(deps: RunRouteDeps): Route[] {
  const { runs, starts } = deps;
  return [...startRoutes(runs, starts), ...readRoutes(runs), ...fileRoutes(deps)];
}

function startRoutes(runs: RunService, starts: IdempotentStarts): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/flows/{flow_id}/runs',
      insteadOfGet: 'Runs of the flow are listed by GET /api/runs?flow_id={flow_id}',
      operationId: 'createRun',
      tag: 'Runs',
      summary: 'Run a flow',
      description:
        'Waits for the end of the run; a run that fails is answered 201 too, its status says so. With `Prefer: respond-async` it answers 202 at once.',
      request: {
        params: flowParams,
        headers: z.object({ prefer, 'idempotency-key': idempotencyKeyHeader('flow') }),
        body: RunCreate,
        bodyRequired: false,
      },
      responses: STARTED,
      errors: [400, 410, 501],
      async handler({ params, headers, body, response }) {
        const caller = { prefer: headers.prefer, signal: disconnectSignal(response) };
        const request = {
          engine: body.engine,
          parameters: body.parameters as JsonObject | null | undefined,
          inputDatasetId: body.input_dataset_id,
          timeoutSeconds: body.timeout_seconds,
          resources: body.resources,
          cache: body.cache,
          pushdown: body.pushdown,
        };
        const { flow_id: flowId } = params;
        const origin = { trigger: 'manual', trace: traceOf(response) } as const;
        const key = runKey(headers['idempotency-key']);
        const started = await starts.start(flowId, key, (part) =>
          runs.start(flowId, request, { ...origin, ...part }),
        );
        return await answer(runs, started, caller);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/runs/{run_id}/retry',
      operationId: 'retryRun',
      tag: 'Runs',
      summary: 'Run again',
      description:
        'A new run with the graph, engine, parameters, timeout, resources and requested dataset of this one, on the newest data; `graph=current` takes the flow as it is now.',
      request: {
        params: runParams,
        headers: z.object({ prefer, 'idempotency-key': idempotencyKeyHeader('run') }),
        query: z.object({
          graph: z
            .enum(['stored', 'current'])
            .default('stored')
            .meta({ description: 'Which graph.' }),
          resume: queryBoolean(
            z.boolean().default(false).meta({
              description:
                'Whether nodes whose results that run stored are read instead of executed: the new run uses the cache, as if started with `cache`. A run without the cache has stored nothing.',
            }),
          ),
        }),
      },
      responses: STARTED,
      errors: [400, 410, 501],
      async handler({ params, query, headers, response }) {
        const caller = { prefer: headers.prefer, signal: disconnectSignal(response) };
        const { run_id: runId } = params;
        const trace = traceOf(response);
        const key = retryKey(runId, headers['idempotency-key']);
        const started = await starts.start(await runs.flowOf(runId), key, (part) =>
          runs.retry(runId, query, { trace, ...part }),
        );
        return await answer(runs, started, caller);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/runs/{run_id}/cancel',
      operationId: 'cancelRun',
      tag: 'Runs',
      summary: 'Cancel a running run',
      description:
        'Its process is killed. A run that has ended answers 400; so does one that has not started, unless runs execute in a cluster.',
      request: { params: runParams },
      responses: { 202: { description: 'The cancellation was requested', schema: CancelResult } },
      errors: [400],
      async handler({ params }) {
        await runs.cancel(params.run_id);
        return json(202, { run_id: params.run_id, status: 'cancelling' });
      },
    }),
  ];
}

/** The finished run, or with `respond-async` its current state. */
async function answer(
  runs: RunService,
  started: StartedRun,
  caller: { readonly prefer: string | undefined; readonly signal: AbortSignal },
): Promise<JsonReply> {
  const { runId } = started;
  const isAsync = /(^|[,;\s])respond-async($|[,;\s])/i.test(caller.prefer ?? '');
  if (!isAsync) await started.waitUntilFinished(caller.signal);
  const applied = isAsync ? { 'Preference-Applied': 'respond-async' } : {};
  const run = await runs.read(runId);
  // When this server stops, a run of a cluster may not have finished.
  return json(isAsync || !isTerminal(run.status) ? 202 : 201, toRunRead(run), {
    Location: `/api/runs/${runId}`,
    ...applied,
  });
}

function readRoutes(runs: RunService): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/runs',
      operationId: 'listRuns',
      tag: 'Runs',
      summary: 'List runs',
      description: 'The newest first. Filters are combined; an unknown id matches nothing.',
      request: { query: RunListQuery },
      responses: {
        200: { description: 'The runs', schema: z.array(RunSummary), headers: PAGE_HEADERS },
      },
      async handler({ query, request }) {
        const { batches, total } = await runs.list(query);
        return jsonItems(
          itemTexts(batches, toRunText),
          listHeaders(total, { url: request.originalUrl, ...query }),
        );
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/runs/{run_id}',
      operationId: 'getRun',
      tag: 'Runs',
      summary: 'Get a run',
      description: 'With logs, node results and how they differ from the run before.',
      request: { params: runParams },
      responses: { 200: { description: 'The run', schema: RunRead } },
      async handler({ params }) {
        const run = await runs.read(params.run_id);
        const earlier = await runs.earlierOf(run);
        const drift = earlier === null ? null : toRunDrift(run.nodeResults ?? [], earlier);
        return json(200, toRunRead(run, drift));
      },
    }),
  ];
}

function fileRoutes({ runs, store, objects }: RunRouteDeps): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/runs/{run_id}/output',
      operationId: 'downloadRunOutput',
      tag: 'Runs',
      summary: 'Download an output',
      description: 'The file that an output node wrote, in the media type of its format.',
      request: {
        params: runParams,
        query: z.object({
          node_id: z.string().optional().meta({
            description: 'The output node. Required when the run has several outputs.',
          }),
        }),
      },
      responses: { 200: { description: 'The file', mediaType: OUTPUT_TYPES } },
      errors: [400],
      async handler({ params, query, response }) {
        const file = await openRunOutput({ store, objects }, params.run_id, query.node_id).catch(
          (error: unknown) => {
            throw error instanceof AmbiguousOutputError ? missingNodeId(error) : error;
          },
        );
        response.writeHead(200, outputHeaders(file));
        await streamBody(response, file.body);
        return null;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/runs/{run_id}/logs/stream',
      operationId: 'streamRunLogs',
      tag: 'Runs',
      summary: 'Stream the log of a run',
      description:
        'Server-sent events: comments while the run is unfinished, then one `data` frame for each log entry, then `done`.',
      request: { params: runParams, query: ticketQuery },
      responses: { 200: { description: 'The events', mediaType: 'text/event-stream' } },
      async handler({ params, response }) {
        await streamRunLogs(response, await runs.watch(params.run_id));
        return null;
      },
    }),
  ];
}
