import { isNotFound } from '../../kubernetes/client/kube-api-error.ts';
import type { KubeObject } from '../../kubernetes/client/kube-object.ts';
import { PATCH } from '../../kubernetes/client/patch-type.ts';
import type { Condition } from '../../kubernetes/resources/condition.ts';
import { RUN_LABEL } from '../../kubernetes/resources/metadata-keys.ts';
import { paths } from '../../kubernetes/resources/paths.ts';
import type { ScheduleStatus } from '../../kubernetes/resources/schedule.ts';
import { until, type OperatorBench } from './operator-bench.ts';

interface JobObject extends KubeObject {
  readonly spec: { readonly suspend?: boolean; readonly template: { readonly metadata: object } };
}

interface CronJobObject extends KubeObject {
  readonly spec: Readonly<Record<string, unknown>> & {
    readonly jobTemplate: { readonly metadata: object; readonly spec: object };
  };
}

const SCHEDULED = 'batch.kubernetes.io/cronjob-scheduled-timestamp';
const MINUTE_MS = 60_000;

/** Schedules of an operator under test. The test plays the CronJob controller. */
export class ScheduleBench {
  readonly runs: OperatorBench;

  constructor(runs: OperatorBench) {
    this.runs = runs;
  }

  async create(name: string, more: object = {}): Promise<void> {
    const times = { cron: '0 7 * * *', timeZone: 'Europe/Berlin' };
    const body = {
      apiVersion: 'millrace.dev/v1alpha1',
      kind: 'Schedule',
      metadata: { name },
      spec: { scheduleId: name, flowId: 'f', ...times, ...more },
    };
    await this.runs.api.request(this.#schedules, { method: 'POST', body });
  }

  async patch(name: string, spec: object): Promise<void> {
    await this.#merge(`${this.#schedules}/${name}`, { spec });
  }

  async delete(name: string): Promise<void> {
    await this.runs.api.request(`${this.#schedules}/${name}`, { method: 'DELETE' });
  }

  /** Returns its condition `Ready`. */
  async ready(name: string): Promise<Condition | undefined> {
    return (await this.#status(name)).conditions?.find(({ type }) => type === 'Ready');
  }

  /** Waits until the status lists exactly these slots. */
  async untilWaiting(name: string, times: readonly string[]): Promise<void> {
    await until(async () => {
      const { waiting = [] } = await this.#status(name);
      return waiting.map(({ scheduledFor }) => scheduledFor).join() === times.join();
    });
  }

  async cronJob(name: string): Promise<CronJobObject> {
    return await until(async () => await this.#get<CronJobObject>(`${this.#cronJobs}/${name}`));
  }

  async cronJobWith(name: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    await until(async () => {
      const { spec } = await this.cronJob(name);
      return Object.entries(fields).every(([field, value]) => spec[field] === value);
    });
  }

  async patchCronJob(name: string, spec: object): Promise<void> {
    await this.#merge(`${this.#cronJobs}/${name}`, { spec });
  }

  async deleteCronJob(name: string): Promise<void> {
    await this.runs.api.request(`${this.#cronJobs}/${name}`, { method: 'DELETE' });
  }

  /** Creates the Job of a slot as the CronJob controller does. @returns its name */
  async createSlotJob(schedule: string, time: string): Promise<string> {
    const { metadata, spec } = await this.cronJob(schedule);
    const { jobTemplate } = spec;
    const name = `${schedule}-${Date.parse(time) / MINUTE_MS}`;
    const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: schedule, uid: metadata.uid };
    const marks: { annotations?: object } = jobTemplate.metadata;
    const body = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {
        ...marks,
        name,
        annotations: { ...marks.annotations, [SCHEDULED]: time },
        ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
      },
      spec: jobTemplate.spec,
    };
    await this.runs.api.request(this.#jobs, { method: 'POST', body });
    return name;
  }

  /** Creates the Run of a slot. */
  async run(name: string, schedule: string, time: string, more: object = {}): Promise<void> {
    const of = { scheduleId: schedule, scheduledFor: time };
    await this.runs.createRun(name, { trigger: 'schedule', schedule: of, ...more });
  }

  async deleteRun(name: string): Promise<void> {
    await this.runs.api.request(`${paths.runs(this.runs.namespace)}/${name}`, { method: 'DELETE' });
  }

  /** Waits until a run has adopted and resumed the Job. */
  async adoptedBy(job: string, run: string): Promise<JobObject> {
    return await until(async () => {
      const object = await this.#get<JobObject>(`${this.#jobs}/${job}`);
      const isAdopted = object?.metadata.labels?.[RUN_LABEL] === run;
      return isAdopted && object.spec.suspend === false ? object : null;
    });
  }

  async job(name: string): Promise<JobObject> {
    return await until(async () => await this.#get<JobObject>(`${this.#jobs}/${name}`));
  }

  /** Resumes a suspended Job as a queue does when it admits it. */
  async resume(job: string): Promise<void> {
    await this.#merge(`${this.#jobs}/${job}`, { spec: { suspend: false } });
  }

  async jobNames(): Promise<readonly string[]> {
    return (await this.runs.jobs()).map(({ metadata }) => metadata.name).toSorted();
  }

  get #schedules(): string {
    return paths.schedules(this.runs.namespace);
  }

  get #cronJobs(): string {
    return paths.cronJobs(this.runs.namespace);
  }

  get #jobs(): string {
    return paths.jobs(this.runs.namespace);
  }

  async #status(name: string): Promise<ScheduleStatus> {
    const { status = {} } = await this.runs.api.request<
      KubeObject & { readonly status?: ScheduleStatus }
    >(`${this.#schedules}/${name}`);
    return status;
  }

  async #get<T>(path: string): Promise<T | null> {
    try {
      return await this.runs.api.request<T>(path);
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  async #merge(path: string, body: object): Promise<void> {
    await this.runs.api.request(path, { method: 'PATCH', contentType: PATCH.merge, body });
  }
}
