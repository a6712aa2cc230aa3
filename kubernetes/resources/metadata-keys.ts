import { GROUP } from './run.ts';

/** The name of the Run that a Job or pod belongs to. */
export const RUN_LABEL = `${GROUP}/run`;
/** Which attempt of the run it is, from 1. */
export const ATTEMPT_LABEL = `${GROUP}/attempt`;
/** The name of the Schedule that a CronJob, Job, pod or Run comes of. */
export const SCHEDULE_LABEL = `${GROUP}/schedule`;
/** The id of the run in the API, on its pods. */
export const RUN_ID_ANNOTATION = `${GROUP}/run-id`;
/** Fingerprint of what cannot be changed of a Job once it is made. */
export const TEMPLATE_ANNOTATION = `${GROUP}/template`;
/** When a Job that had waited was taken for its run; RFC 3339. */
export const ADOPTED_AT_ANNOTATION = `${GROUP}/taken-at`;
