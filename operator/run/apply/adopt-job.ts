import type { JobSettings } from '../../job/job-settings.ts';
import { jobFor, ownerOf, templateOf } from '../../job/job-spec.ts';
import { queueOf } from '../../job/queue-label.ts';
import { deleteIfExists } from '../../../kubernetes/client/delete-if-exists.ts';
import { isNotFound } from '../../../kubernetes/client/kube-api-error.ts';
import type { KubeApi } from '../../../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { PATCH } from '../../../kubernetes/client/patch-type.ts';
import { RUN_LABEL, ADOPTED_AT_ANNOTATION } from '../../../kubernetes/resources/metadata-keys.ts';
import { paths } from '../../../kubernetes/resources/paths.ts';
import type { WaitingJob } from '../../schedule/observation.ts';
import type { ObservedJob, ObservedRun } from '../observe/observation.ts';
import { readJob } from '../observe/read-objects.ts';

export interface AdoptContext {
  readonly api: KubeApi;
  readonly settings: JobSettings;
  readonly now: () => Date;
}

/**
 * Adopts a Job of a CronJob for the first attempt of a run, and unsuspends it unless a queue will. A Job with
 * another template, created before a setting changed, is deleted.
 * @returns null when the Job does not fit or is gone
 * @throws KubeApiError (Conflict) when the Job has changed since it was read
 */
export async function adoptJob(
  { api, settings, now }: AdoptContext,
  run: ObservedRun,
  waiting: WaitingJob,
): Promise<ObservedJob | null> {
  const path = `${paths.jobs(run.namespace)}/${waiting.name}`;
  if (waiting.template !== templateOf(run.spec, settings)) {
    await deleteIfExists(api, path, waiting.uid);
    return null;
  }
  try {
    const body = adoptionPatch(run, waiting, settings, now());
    const request = { method: 'PATCH', contentType: PATCH.merge, body } as const;
    return readJob(await api.request<KubeObject>(path, request));
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/**
 * Finds the Job that was adopted for a run by a live read: the process that adopted it may have crashed
 * before it reported the Job. A second Job would have another name, so AlreadyExists would not prevent it.
 */
export async function findAdoptedJob(api: KubeApi, run: ObservedRun): Promise<ObservedJob | null> {
  const { items } = await api.request<{ readonly items: readonly KubeObject[] }>(
    paths.jobs(run.namespace),
    { query: { labelSelector: `${RUN_LABEL}=${run.name}` } },
  );
  return items.map(readJob).find(({ ownerUid }) => ownerUid === run.uid) ?? null;
}

/** Of a Job that was never unsuspended, only labels and annotations of the pod template are mutable. */
function adoptionPatch(
  run: ObservedRun,
  waiting: WaitingJob,
  settings: JobSettings,
  now: Date,
): object {
  const { metadata, spec } = jobFor(run, run.spec, 1, settings);
  const { resourceVersion, uid, owners } = waiting;
  return {
    metadata: {
      resourceVersion,
      uid,
      labels: metadata.labels,
      annotations: { ...metadata.annotations, [ADOPTED_AT_ANNOTATION]: now.toISOString() },
      // The CronJob stays the controller of the Job, else it would not count it as active.
      ownerReferences: [...owners, ownerOf(run)],
    },
    spec: {
      // A queue unsuspends the Job itself.
      suspend: queueOf(metadata.labels) !== null,
      template: { metadata: spec.template.metadata },
    },
  };
}
