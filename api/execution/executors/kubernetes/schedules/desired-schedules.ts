import { MAX_TIMEOUT_SECONDS } from '../../../../kubernetes/resources/run.ts';
import type { Database } from '../../../../prisma/client.ts';
import type { ComputeResources } from '../../../../runner/domain/compute-resources.ts';
import { resolveResources, type ResourceLimits } from '../../launch/resolve-resources.ts';
import type { SettingsService } from '../../../domain/settings/service.ts';
import { isRefusal } from '../../../domain/errors.ts';
import type { ScheduleErrorBoundary } from '../../schedules/schedule-error-boundary.ts';
import { timingError } from '../../../domain/schedules/cron-times.ts';
import { kubernetesCron } from './kubernetes-cron.ts';
import { resourceLabels } from './cluster/resource-labels.ts';
import type { DesiredSchedule } from './schedule-resource.ts';

export interface DesiredSchedulesDeps {
  readonly database: Database;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly mostResources: ResourceLimits;
  readonly errors: ScheduleErrorBoundary;
  /** Whose resources they are. */
  readonly installation: string;
}

/** Some schedules, in the order of their ids. */
export interface DesiredPage {
  /** Those of which there can be no resource are left out. */
  readonly schedules: readonly DesiredSchedule[];
  /** Where the next page begins; null: this is the last one. */
  readonly last: string | null;
}

interface ScheduleRow {
  readonly id: string;
  readonly flowId: string;
  readonly projectId: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly isActive: boolean;
  readonly timeoutSeconds: number | null;
  /** As the flow was saved with. */
  readonly resources: ComputeResources | null;
}

/** Reads from the database what Schedule resources are to say. */
export class DesiredSchedules {
  readonly #deps: DesiredSchedulesDeps;

  constructor(deps: DesiredSchedulesDeps) {
    this.#deps = deps;
  }

  /** Null: there is no such schedule, or there can be no resource of it. */
  async find(id: string): Promise<DesiredSchedule | null> {
    return (await this.#list({ only: id, after: '', limit: 1 })).schedules[0] ?? null;
  }

  /** The next `limit` in the order of their ids. @param after '': from the first */
  async page(after: string, limit: number): Promise<DesiredPage> {
    return await this.#list({ only: null, after, limit });
  }

  async #list(page: { only: string | null; after: string; limit: number }): Promise<DesiredPage> {
    const { database, settings } = this.#deps;
    const { only, after, limit } = page;
    const rows = await database.$queryRaw<ScheduleRow[]>`
      SELECT schedule.id, schedule.flow_id AS "flowId", flow.project_id AS "projectId",
             schedule.cron, schedule.timezone AS "timeZone",
             schedule.is_enabled AND NOT flow.is_disabled AS "isActive",
             schedule.run_timeout_seconds AS "timeoutSeconds",
             flow.graph_json::json -> 'resources' AS resources
      FROM schedules AS schedule JOIN flows AS flow ON flow.id = schedule.flow_id
      WHERE (${only}::text IS NULL OR schedule.id = ${only}) AND schedule.id > ${after}
      ORDER BY schedule.id LIMIT ${limit}`;
    const timeout = await settings.get('RUN_TIMEOUT_SECONDS');
    const schedules = rows.flatMap((row) => this.#tryWanted(row, timeout) ?? []);
    return { schedules, last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
  }

  /** Null: there can be none, as when its cron expression cannot be read; the others are not concerned. */
  #tryWanted(row: ScheduleRow, defaultTimeout: number): DesiredSchedule | null {
    try {
      return this.#wanted(row, defaultTimeout);
    } catch (error) {
      this.#deps.errors.report(row.id, error);
      return null;
    }
  }

  #wanted(row: ScheduleRow, defaultTimeout: number): DesiredSchedule {
    const { id: scheduleId, flowId, projectId, timeZone, isActive } = row;
    const timeoutSeconds = Math.min(row.timeoutSeconds ?? defaultTimeout, MAX_TIMEOUT_SECONDS);
    const resources = resourcesOrNone(row.resources, this.#deps.mostResources);
    const { installation } = this.#deps;
    return {
      labels: resourceLabels({ installation, flowId, projectId }),
      spec: {
        scheduleId,
        flowId,
        cron: kubernetesCron(row.cron),
        timeZone,
        // Where its times cannot be computed nothing could come of those that a CronJob brings.
        suspend: !isActive || timingError({ cron: row.cron, timezone: timeZone }) !== null,
        timeoutSeconds,
        resources,
      },
    };
  }
}

/** A flow that asks for what it cannot have is refused when it is run; until then it asks for nothing. */
function resourcesOrNone(wanted: ComputeResources | null, most: ResourceLimits): ComputeResources {
  try {
    return resolveResources([wanted], most) ?? {};
  } catch (error) {
    if (isRefusal(error)) return {};
    throw error;
  }
}
