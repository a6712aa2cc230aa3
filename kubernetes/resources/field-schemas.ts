import { z } from 'zod';
import { RUNNER_RUNTIMES } from '../../runner/domain/runner-runtime.ts';

/** An id of the API. It is also a label value and a part of names. */
export const idSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
  .max(63);

/** What the image of a runner needs; absent: nothing beside the runner. */
export const runtimeSchema = z.enum(RUNNER_RUNTIMES).optional().meta({
  description:
    "What the runner's image needs for the scripts of the flow; absent: the image without a runtime.",
});

/** RFC 3339. */
export const timeSchema = z.string().meta({ format: 'date-time' });

/** CEL rule: the required field is immutable. */
export function immutable(field: string): { rule: string; message: string } {
  return { rule: `self.${field} == oldSelf.${field}`, message: `${field} cannot be changed` };
}

/** CEL rule: the optional field is immutable, whether present or absent. */
export function immutableIfPresent(field: string): { rule: string; message: string } {
  const [is, was] = [`self.${field}`, `oldSelf.${field}`];
  return {
    rule: `has(${is}) == has(${was}) && (!has(${is}) || ${is} == ${was})`,
    message: `${field} cannot be changed`,
  };
}
