import { z } from 'zod';
import { MAX_TIMEOUT_SECONDS } from '../../../../../kubernetes/resources/run.ts';
import type { Database } from '../../../../../prisma/client.ts';
import { queryRows } from '../../../../../prisma/query-rows.ts';
import { Prisma } from '../../../../../prisma/generated/client.ts';
import type { ComputeResources } from '../../../../../runner/domain/compute-resources.ts';
import { resolveResources, type ResourceLimits } from '../../../launch/resolve-resources.ts';
import { graphWithRuntime, neededRuntime } from '../../../../domain/runs/needed-runtime.ts';
import type { SettingsService } from '../../../../domain/settings/service.ts';
import { isRefusal } from '../../../../domain/errors.ts';
import type { ScheduleErrorBoundary } from '../../../schedules/schedule-error-boundary.ts';
import { timingError } from '../../../../domain/schedules/cron-times.ts';
import { kubernetesCron } from './kubernetes-cron.ts';
import { resourceLabels } from '../cluster/resource-labels.ts';
import type { DesiredSchedule } from './schedule-resource.ts';

export interface DesiredSchedulesDeps {
  readonly database: Database;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly maxResources: ResourceLimits;
  readonly errors: ScheduleErrorBoundary;
  /** The installation that owns the resources. */
  readonly installation: string;
}

/** A page of schedules, ordered by id. */
export interface DesiredPage {
  /** Schedules that cannot have a resource are left out. */
  readonly schedules: readonly DesiredSchedule[];
  /** The id after which the next page starts; null: this is the last page. */
  readonly last: string | null;
}

const scheduleRow = z.object({
  id: z.string(),
  flowId: z.string(),
  projectId: z.string(),
  cron: z.string(),
  timeZone: z.string(),
  isActive: z.boolean(),
  timeoutSeconds: z.int().nullable(),
  /** The resources of the saved flow: JSON that only its runs validate. */
  resources: z.unknown(),
  /** Of the saved flow; a run of an invalid one starts no pod. */
  runtime: neededRuntime,
});
type ScheduleRow = z.output<typeof scheduleRow>;

const savedResources = z
  .object({ cpu: z.string().exactOptional(), memory: z.string().exactOptional() })
  .nullable();

/** Reads the desired state of Schedule resources from the database. */
export class DesiredSchedules {
  readonly #deps: DesiredSchedulesDeps;

  constructor(deps: DesiredSchedulesDeps) {
    this.#deps = deps;
  }

  /** Returns null when there is no such schedule, or it cannot have a resource. */
  async find(id: string): Promise<DesiredSchedule | null> {
    return (await this.#list({ only: id, after: '', limit: 1 })).schedules[0] ?? null;
  }

  /** Returns the next `limit` schedules, ordered by id. @param after '' for the first page */
  async page(after: string, limit: number): Promise<DesiredPage> {
    return await this.#list({ only: null, after, limit });
  }

  async #list(page: { only: string | null; after: string; limit: number }): Promise<DesiredPage> {
    const { database, settings } = this.#deps;
    const { only, after, limit } = page;
    // Raw: Prisma reads no part of a JSON text.
    const rows = await queryRows(
      database,
      scheduleRow,
      Prisma.sql`
      SELECT schedule.id, schedule.flow_id AS "flowId", flow.project_id AS "projectId",
             schedule.cron, schedule.timezone AS "timeZone",
             schedule.is_enabled AND NOT flow.is_disabled AS "isActive",
             schedule.run_timeout_seconds AS "timeoutSeconds",
             flow.graph_json::json -> 'resources' AS resources,
             ${graphWithRuntime(Prisma.sql`flow.graph_json`)} AS runtime
      FROM schedules AS schedule JOIN flows AS flow ON flow.id = schedule.flow_id
      WHERE (${only}::text IS NULL OR schedule.id = ${only}) AND schedule.id > ${after}
      ORDER BY schedule.id LIMIT ${limit}`,
    );
    const timeout = await settings.get('RUN_TIMEOUT_SECONDS');
    const schedules = rows.flatMap((row) => this.#tryDesired(row, timeout) ?? []);
    return { schedules, last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
  }

  /** Returns null for an invalid schedule, such as one with an invalid cron expression. */
  #tryDesired(row: ScheduleRow, defaultTimeout: number): DesiredSchedule | null {
    try {
      return this.#desired(row, defaultTimeout);
    } catch (error) {
      this.#deps.errors.report(row.id, error);
      return null;
    }
  }

  #desired(row: ScheduleRow, defaultTimeout: number): DesiredSchedule {
    const { id: scheduleId, flowId, projectId, timeZone, isActive } = row;
    const timeoutSeconds = Math.min(row.timeoutSeconds ?? defaultTimeout, MAX_TIMEOUT_SECONDS);
    const resources = resourcesOrNone(row.resources, this.#deps.maxResources);
    const { installation } = this.#deps;
    return {
      labels: resourceLabels({ installation, flowId, projectId }),
      spec: {
        scheduleId,
        flowId,
        cron: kubernetesCron(row.cron),
        timeZone,
        // The scheduler does not trigger a schedule with an invalid timing.
        suspend: !isActive || timingError({ cron: row.cron, timezone: timeZone }) !== null,
        timeoutSeconds,
        resources,
        ...(row.runtime === null ? {} : { runtime: row.runtime }),
      },
    };
  }
}

/** A flow with invalid resources is rejected when it runs; until then it requests nothing. */
function resourcesOrNone(saved: unknown, max: ResourceLimits): ComputeResources {
  const requested = savedResources.safeParse(saved);
  if (!requested.success) return {};
  try {
    return resolveResources([requested.data], max) ?? {};
  } catch (error) {
    if (isRefusal(error)) return {};
    throw error;
  }
}
