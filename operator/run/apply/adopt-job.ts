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
 * Makes the Job that waited for a run that of its first attempt, and lets it go or leaves that to its queue. One that is made
 * otherwise than this run needs (it was made before a setting changed) is deleted.
 * @returns null when there is none that fits
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
    const body = taking(run, waiting, settings, now());
    const request = { method: 'PATCH', contentType: PATCH.merge, body } as const;
    return readJob(await api.request<KubeObject>(path, request));
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/**
 * The Job that was taken for a run, read anew: whoever took it may have been ended right then. Another
 * one would not be refused, since the names differ.
 */
export async function findAdoptedJob(api: KubeApi, run: ObservedRun): Promise<ObservedJob | null> {
  const { items } = await api.request<{ readonly items: readonly KubeObject[] }>(
    paths.jobs(run.namespace),
    { query: { labelSelector: `${RUN_LABEL}=${run.name}` } },
  );
  return items.map(readJob).find(({ ownerUid }) => ownerUid === run.uid) ?? null;
}

/** Of a Job that has never run, labels and annotations of its pods can be changed, and hardly more. */
function taking(run: ObservedRun, waiting: WaitingJob, settings: JobSettings, now: Date): object {
  const { metadata, spec } = jobFor(run, run.spec, 1, settings);
  const { resourceVersion, uid, owners } = waiting;
  return {
    metadata: {
      resourceVersion,
      uid,
      labels: metadata.labels,
      annotations: { ...metadata.annotations, [ADOPTED_AT_ANNOTATION]: now.toISOString() },
      // The CronJob stays the owner that controls it, or it would not count it as active.
      ownerReferences: [...owners, ownerOf(run)],
    },
    spec: {
      // A queue that is named now lets it go itself.
      suspend: queueOf(metadata.labels) !== null,
      template: { metadata: spec.template.metadata },
    },
  };
}
