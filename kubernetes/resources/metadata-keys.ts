import { GROUP } from './run.ts';

/** Label: name of the Run of a Job or pod. */
export const RUN_LABEL = `${GROUP}/run`;
/** Label: number of the attempt, from 1. */
export const ATTEMPT_LABEL = `${GROUP}/attempt`;
/** Label: name of the Schedule of a CronJob, Job, pod or Run. */
export const SCHEDULE_LABEL = `${GROUP}/schedule`;
/** Annotation of a pod: id of the run in the API. */
export const RUN_ID_ANNOTATION = `${GROUP}/run-id`;
/** Annotation: fingerprint of the immutable fields of a Job. */
export const TEMPLATE_ANNOTATION = `${GROUP}/template`;
/** Annotation: when a run adopted the Job of a CronJob; RFC 3339. */
export const ADOPTED_AT_ANNOTATION = `${GROUP}/taken-at`;
