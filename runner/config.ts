import path from 'node:path';
import { z } from 'zod';
import { UserError } from './domain/errors.ts';
import type { S3Options } from './storage/s3-client-config.ts';

const text = z.string().trim().min(1).optional();

const schema = z
  .object({
    SERVICE_OBJECT_STORE: text,
    SERVICE_DATA_DIR: text.default('.millrace'),
    SERVICE_S3_ENDPOINT: text,
    SERVICE_S3_REGION: text,
    SERVICE_S3_ACCESS_KEY_ID: text,
    SERVICE_S3_SECRET_ACCESS_KEY: text,
  })
  .transform((env) => ({
    objectStore:
      env.SERVICE_OBJECT_STORE ?? `file:${path.resolve(env.SERVICE_DATA_DIR, 'objects')}`,
    scratchDir: path.resolve(env.SERVICE_DATA_DIR, 'scratch'),
    s3: Object.fromEntries(
      Object.entries({
        endpoint: env.SERVICE_S3_ENDPOINT,
        region: env.SERVICE_S3_REGION,
        accessKeyId: env.SERVICE_S3_ACCESS_KEY_ID,
        secretAccessKey: env.SERVICE_S3_SECRET_ACCESS_KEY,
      }).filter(([, value]) => value !== undefined),
    ),
  }));

/** The configuration of a runner process. The environment variables are those of the API. */
export interface RunnerConfig {
  /** `file:FOLDER` or `s3://BUCKET/PREFIX`. */
  readonly objectStore: string;
  /** The folder of temporary files. */
  readonly scratchDir: string;
  /** How to reach the S3 server. Absent options come from the default AWS sources. */
  readonly s3: S3Options;
}

/**
 * Parses the configuration.
 * @param env usually `process.env`; an empty variable counts as absent
 * @throws UserError that names the invalid variable
 */
export function readRunnerConfig(env: Readonly<Record<string, string | undefined>>): RunnerConfig {
  const present = Object.entries(env).filter(([, value]) => value?.trim() !== '');
  const parsed = schema.safeParse(Object.fromEntries(present));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UserError(`${issue?.path.join('.') ?? 'The environment'}: ${issue?.message ?? ''}`);
}
