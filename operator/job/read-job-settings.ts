import type { z } from 'zod';
import { jobSettingsSchema, type JobSettings } from './job-settings.ts';

/** Job settings that were read from a file. */
export interface ReadJobSettings {
  readonly settings: JobSettings;
  /** Paths of unknown fields, such as `limits.maxDisk`, which are ignored. */
  readonly unknown: readonly string[];
}

/**
 * Reads the job settings. Unknown fields are allowed: during a rolling upgrade or after a rollback an older
 * operator starts with the file of a newer version.
 * @throws ZodError for known fields with an invalid value
 */
export function readJobSettings(file: unknown): ReadJobSettings {
  const parsed = jobSettingsSchema.safeParse(file);
  if (parsed.success) return { settings: parsed.data, unknown: [] };
  const unknown = parsed.error.issues.flatMap(unknownFields);
  const known = unknown.reduce(without, structuredClone(file));
  return {
    settings: jobSettingsSchema.parse(known),
    unknown: unknown.map((path) => path.join('.')),
  };
}

type FieldPath = readonly PropertyKey[];

function unknownFields(issue: z.core.$ZodIssue): FieldPath[] {
  if (issue.code !== 'unrecognized_keys') return [];
  return issue.keys.map((key) => [...issue.path, key]);
}

/** Removes a field from a value, in place. */
function without(value: unknown, path: FieldPath): unknown {
  const [last, ...above] = path.toReversed();
  const holder = above.reduceRight<unknown>((at, key) => Reflect.get(at as object, key), value);
  if (last !== undefined) Reflect.deleteProperty(holder as object, last);
  return value;
}
