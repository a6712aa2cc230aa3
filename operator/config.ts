import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { RUN_STEPS, SCHEDULE_STEPS, type Step } from './failpoint.ts';
import type { JobSettings } from './job/job-settings.ts';
import { readJobSettings, type ReadJobSettings } from './job/read-job-settings.ts';
import type { Retention } from './run/decide/retention.ts';

const text = z.string().trim().min(1);
const integer = (fallback: number, min: number, max: number): z.ZodType<number> =>
  z.coerce.number().int().min(min).max(max).default(fallback);

const MAX_RETENTION_SECONDS = 31_536_000;

const schema = z.object({
  /** The namespace whose Runs and Schedules are reconciled. */
  OPERATOR_NAMESPACE: text,
  /** The holder identity in the Lease; in a pod the host name is the pod's name. */
  HOSTNAME: text,
  /** Path of the JSON file with the job settings. */
  OPERATOR_JOB_SETTINGS: text,
  OPERATOR_LEASE_NAME: text.default('millrace-operator'),
  /** Lease duration: seconds after which a standby replaces a silent leader. Raise it for a slow API server. */
  OPERATOR_LEASE_SECONDS: integer(15, 5, 300),
  /** Set to false only if no second operator can run. */
  OPERATOR_LEADER_ELECTION: z.stringbool().default(true),
  /** Maximum number of concurrent reconciles of Runs. */
  OPERATOR_WORKERS: integer(16, 1, 256),
  /** Port of /healthz, /readyz and /metrics; 0: any free port. */
  OPERATOR_PORT: integer(8080, 0, 65_535),
  /** Seconds to keep a Run that succeeded or was cancelled, from its end. None goes before the API has recorded it. */
  OPERATOR_RETENTION_DONE_SECONDS: integer(3600, 0, MAX_RETENTION_SECONDS),
  /** The same for a failed Run. */
  OPERATOR_RETENTION_FAILED_SECONDS: integer(86_400, 0, MAX_RETENTION_SECONDS),
  /** The step at which to crash, for tests. */
  OPERATOR_FAILPOINT: z.enum([...RUN_STEPS, ...SCHEDULE_STEPS]).optional(),
  OPERATOR_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export interface OperatorConfig {
  readonly namespace: string;
  readonly identity: string;
  readonly leaseName: string;
  readonly leaseSeconds: number;
  readonly isElected: boolean;
  readonly workers: number;
  readonly port: number;
  readonly logLevel: string;
  readonly jobs: JobSettings;
  /** Paths of job settings that this version does not know and ignores. */
  readonly unknownJobSettings: readonly string[];
  readonly retention: Retention;
  readonly failpoint: Step | undefined;
}

/**
 * @param env usually `process.env`; an empty variable counts as absent
 * @throws Error that names every invalid variable, or every invalid field of the settings file
 */
export function loadOperatorConfig(
  env: Readonly<Record<string, string | undefined>>,
): OperatorConfig {
  const present = Object.entries(env).filter(([, value]) => value?.trim() !== '');
  const values = check('The environment', () => schema.parse(Object.fromEntries(present)));
  const jobs = readSettingsFile(values.OPERATOR_JOB_SETTINGS);
  return {
    namespace: values.OPERATOR_NAMESPACE,
    identity: values.HOSTNAME,
    leaseName: values.OPERATOR_LEASE_NAME,
    leaseSeconds: values.OPERATOR_LEASE_SECONDS,
    isElected: values.OPERATOR_LEADER_ELECTION,
    workers: values.OPERATOR_WORKERS,
    port: values.OPERATOR_PORT,
    logLevel: values.OPERATOR_LOG_LEVEL,
    retention: {
      doneSeconds: values.OPERATOR_RETENTION_DONE_SECONDS,
      failedSeconds: values.OPERATOR_RETENTION_FAILED_SECONDS,
    },
    failpoint: values.OPERATOR_FAILPOINT,
    jobs: jobs.settings,
    unknownJobSettings: jobs.unknown,
  };
}

function readSettingsFile(file: string): ReadJobSettings {
  const text = readFileSync(file, 'utf8');
  return check(file, () => readJobSettings(JSON.parse(text)));
}

function check<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const why = error instanceof z.ZodError ? `\n${z.prettifyError(error)}` : String(error);
    throw new Error(`${where} is invalid: ${why}`, { cause: error });
  }
}
