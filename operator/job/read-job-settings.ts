import type { z } from 'zod';
import { jobSettingsSchema, type JobSettings } from './job-settings.ts';

/** The settings of Jobs, as a file has them. */
export interface ReadJobSettings {
  readonly settings: JobSettings;
  /** Paths of fields that this version does not know, such as `limits.maxDisk`; they are ignored. */
  readonly unknown: readonly string[];
}

/**
 * Reads the settings of Jobs. While an upgrade rolls, or after a rollback, an operator of an earlier
 * version starts with the file of a later one: fields that it does not know must not keep it from that.
 * @throws ZodError for fields that it knows and whose value is invalid
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
