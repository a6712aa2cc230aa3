import { z } from 'zod';
import { notFound } from '../../domain/errors.ts';
import { idText } from '../../openapi/field-types.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import type { Platform } from '../../platform.ts';
import type { Feature } from '../feature.ts';
import { toRunComparison } from './comparison-view.ts';
import { RunComparison } from './comparison-schemas.ts';
import type { RunRecord } from '../../domain/runs/run-record.ts';
import { createRunStore, type RunStore } from '../../domain/runs/store.ts';

/** Comparisons of two runs. */
export function createComparisonFeature({ database }: Platform): Feature {
  return { routes: [comparisonRoute(createRunStore(database))] };
}

function comparisonRoute(runs: Pick<RunStore, 'find'>): Route {
  return defineRoute({
    method: 'get',
    path: '/api/runs/{run_id}/compare/{other_run_id}',
    operationId: 'compareRuns',
    tag: 'Runs',
    summary: 'Compare two runs',
    description:
      'What differs between a run ("after") and another ("before"): rows, columns, types, status and duration of every node, matched by id, and what they read. Any two runs can be compared, also of different flows, e.g. of a flow and its copy; `same_flow` is false then.',
    request: { params: z.object({ run_id: idText, other_run_id: idText }) },
    responses: { 200: { description: 'The differences', schema: RunComparison } },
    async handler({ params }) {
      const [run, other] = await Promise.all([
        find(runs, params.run_id),
        find(runs, params.other_run_id),
      ]);
      return json(200, toRunComparison(run, other));
    },
  });
}

/** @throws DomainError not_found */
async function find(runs: Pick<RunStore, 'find'>, id: string): Promise<RunRecord> {
  const run = await runs.find(id);
  if (run === null) throw notFound('FlowRun', id);
  return run;
}
